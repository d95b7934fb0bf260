begin;
\ir include/measured.sql
select plan(2);

call pg_temp.measure('heartRate', 2, 2, '10:00', '10:30');
call pg_temp.measure('heartRate', 2, 3, '10:30', '11:00');
call pg_temp.measure('stepCount', 1, 10, '34:00', '34:10');
select results_eq(
    'select person, type, date, count, sum, average, minimum, maximum, duration, most_recent, sources, unit, partial
    from health.daily_quantity order by date',
    $$values ('Ada', 'heartRate', date '2024-01-01', 2::bigint, null::float8, 150::float8, 120::float8, 180::float8, 3600::float8,
            180::float8, '{2}'::integer[], 'count/min', false),
        ('Ada', 'stepCount', '2024-01-02', 1, 10, null, null, null, 600, 10, '{1}', 'count', false)$$,
    'the days of every type');
select is_empty($$select * from health.daily_quantity where person = 'Bea'$$, 'a person without samples');

select * from finish();
rollback;
