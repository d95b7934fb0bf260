\ir include/measured.sql
select plan(5);

update health.source_kind set source_class = 'phone' where person_id = 1;

create function pg_temp.rule(short_name text)
returns table (point_stand interval, margin interval, reach interval, touch interval)
language sql as $$
    select point_stand, margin, reach, touch from health_code.statistics_rule(1, pg_temp.type_id(short_name))
$$;

select results_eq(
    'select style, unit from health_code.statistics_rule(1, pg_temp.type_id(''heartRate''))',
    $$select aggregation_style, canonical_unit from health.sample_type where short_name = 'heartRate'$$,
    'the style and the unit of a type');
select results_eq(
    'select * from pg_temp.rule(''heartRate'')',
    $$values (interval '10 min', interval '1 min', null::interval, interval '0')$$,
    'the value of a point of a temporally weighted type stands; nothing reaches without samples');
call pg_temp.measure('heartRate', 1, 1, '10:00', '10:01');
call pg_temp.measure('stepCount', 1, 90, '10:00', '11:30');
select results_eq(
    'select * from pg_temp.rule(''heartRate'') union all select * from pg_temp.rule(''stepCount'')',
    $$values (interval '10 min', interval '1 min', interval '10 min', interval '0'), ('0', '0', '5400 s', '0')$$,
    'a sample reaches as far as the longest one, or as a point stands');
update health.source_kind set source_class = 'aggregate' where person_id = 1 and source_id = 3;
select results_eq(
    'select touch from pg_temp.rule(''heartRate'') union all select touch from pg_temp.rule(''stepCount'')',
    $$values (interval '11 min'), ('5400 s')$$, 'with aggregates, samples further away decide');
select is_empty('select * from health_code.statistics_rule(1, 0)', 'no row for an unknown type');
