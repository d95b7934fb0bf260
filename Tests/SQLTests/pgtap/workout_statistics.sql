\ir include/workouts.sql
select plan(6);

select pg_temp.work_out('10:00', '11:00') as run, pg_temp.work_out('10:30', '12:00', 13) as ride,
    pg_temp.work_out('12:00', '12:00') as point, pg_temp.work_out('25:00', '26:00') as late
\gset
call pg_temp.measure('heartRate', 2, 2, '10:00', '10:30');
call pg_temp.measure('heartRate', 1, 3, '10:30', '11:30');
call pg_temp.measure('stepCount', 1, 100, '10:00', '11:00');
call pg_temp.measure('stepCount', 2, 60, '10:00', '10:30');
select results_eq(
    $$select workout_uuid, activity, count, average, minimum, maximum, duration, sources, unit
    from health_code.workout_statistics('Ada', 'heartRate')$$,
    format(
        $$values (%L::uuid, 'running', 2::bigint, 150::float8, 120::float8, 180::float8, 3600::float8, '{2,1}'::integer[], 'count/min'),
            (%L, 'cycling', 1, 180, 180, 180, 3600, '{1}', 'count/min'),
            (%L, 'running', 0, null, null, null, null, '{}', 'count/min'), (%L, 'running', 0, null, null, null, null, '{}', 'count/min')$$,
        :'run', :'ride', :'point', :'late'),
    'each workout has its figures, also if two overlap, and a count of 0 without samples');
select results_eq(
    $$select sum from health_code.workout_statistics('Ada', 'stepCount', to_date => '2024-01-02') where count > 0$$,
    'values (110::float8), (50)', 'sums are merged like those of the API');
select results_eq(
    $$select average, unit from health_code.workout_statistics('Ada', 'heartRate', 'UTC', '2024-01-01', '2024-01-02', 'count/s') limit 1$$,
    $$values (2.5::float8, 'count/s')$$, 'in a given unit');
select results_eq(
    $$select workout_uuid from health_code.workout_statistics('Ada', 'heartRate', 'UTC', '2024-01-02')$$,
    format('values (%L::uuid)', :'late'), 'the workouts that begin on the days');
select is_empty($$select * from health_code.workout_statistics('Bea', 'heartRate')$$, 'no workouts');
select throws_ok(
    $$select * from health_code.workout_statistics('Ada', 'sleepAnalysis')$$, '22023', null, 'a type that is not a quantity');
