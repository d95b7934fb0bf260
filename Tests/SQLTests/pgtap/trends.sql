\ir include/measured.sql
select plan(4);

do $$
begin
    for day in 0..120 loop
        call pg_temp.measure('bodyMass', 1, case when day < 100 then 80 else 78 end + day % 2, day * 24 + 10 || ':00');
    end loop;
end $$;

select results_eq(
    $$select
        figure, unit, recent_from, recent_count, recent_median, usual_from, usual_count, usual_median, difference, this_year_count,
        last_year_count, direction, since
    from health_code.trends('Ada', 'bodyMass', 'UTC', '2024-05-01')$$,
    $$values (
        'average', 'kg', date '2024-04-03', 28::bigint, 79::float8, date '2024-01-04', 90::bigint, 80.5::float8, -1.5::float8, 121::bigint,
        0::bigint, 'falling', date '2024-04-10')$$, 'a step');
select results_eq(
    $$select recent_count, recent_median, direction from health_code.trends('Ada', 'bodyMass')$$,
    'values (0::bigint, null::float8, null::text)', 'by default, the days until today');
select results_eq(
    $$select recent_count, unit from health_code.trends('Bea', 'stepCount', to_date => '2024-05-01')$$, $$values (0::bigint, 'count')$$,
    'a row without samples, too');
select throws_ok($$select * from health_code.trends('Cleo', 'stepCount')$$, 'P0002', null, 'an unknown person');
