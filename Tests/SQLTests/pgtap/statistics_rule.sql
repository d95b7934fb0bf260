begin;
\ir include/measured.sql
select plan(6);

update health.source_kind set source_class = 'phone' where person_id = 1;

create function pg_temp.reach(short_name text)
returns table (longest interval, change_before interval, change_after interval, has_aggregates boolean, has_slots boolean)
language sql as $$
    select longest, change_before, change_after, has_aggregates, has_slots
    from health_code.statistics_rule(1, pg_temp.type_id(short_name))
$$;

select results_eq(
    'select style, unit, is_weighted, points_stand, point_stand, margin from health_code.statistics_rule(1, pg_temp.type_id(''heartRate''))',
    $$select sample_type.aggregation_style, sample_type.canonical_unit, true, true, interval '10 minutes', interval '1 minute'
    from health.sample_type where short_name = 'heartRate'$$,
    'the style and the unit of a type, and the constants');
select results_eq(
    'select * from pg_temp.reach(''heartRate'')',
    $$values (null::interval, interval '0', interval '10 minutes', false, false)$$,
    'a change of a temporally weighted type reaches as far as a point stands');
call pg_temp.measure('stepCount', 1, 90, '10:00', '11:30');
select results_eq(
    'select * from pg_temp.reach(''stepCount'')', $$values (interval '5400 s', interval '0', interval '0', false, false)$$,
    'a change of another type reaches no further than the sample');
insert into health.slot_type values (1, pg_temp.type_id('stepCount'), 'cumulative', 4);
select results_eq(
    'select has_slots from pg_temp.reach(''stepCount'')', 'values (true)', 'slots in the format of the program are kept');
update health.source_kind set source_class = 'aggregate' where person_id = 1 and source_id = 3;
select results_eq(
    'select * from pg_temp.reach(''stepCount'')',
    $$values (interval '5400 s', interval '5460 s', interval '5460 s', true, true)$$,
    'with aggregates a change reaches as far as the longest sample and its margin');
select is_empty('select * from health_code.statistics_rule(1, 0)', 'no row for an unknown type');
select * from finish();
rollback;
