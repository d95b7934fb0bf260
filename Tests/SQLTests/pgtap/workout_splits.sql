\ir include/workouts.sql
select plan(5);

select pg_temp.work_out('10:00', '10:20', meters => 1500)
\g /dev/null
-- Overlapping samples of one source all count, as in sums.
call pg_temp.measure('distanceWalkingRunning', 2, 1500, '10:00', '10:10');
call pg_temp.measure('distanceWalkingRunning', 2, 500, '10:05', '10:10');
select results_eq(
    $$select split, distance, round(seconds), total_distance, recorded_distance, repeated_distance, type, unit
    from health_code.workout_splits('Ada')$$,
    $$values (1, 1::float8, 360::float8, 2::float8, 1.5::float8, 0.5::float8, 'distanceWalkingRunning', 'km'),
        (2, 1, 240, 2, 1.5, 0.5, 'distanceWalkingRunning', 'km')$$, 'the sum of the splits, the recorded distance, and what explains the difference');
select is(
    (select distinct total_distance from health_code.workout_splits('Ada', unit => 'm')),
    (select sum from health_code.workout_statistics('Ada', 'distanceWalkingRunning', unit => 'm')), 'the sum is that of the API');
select results_eq(
    $$select count(*) from health_code.workout_splits('Ada', 250, 'UTC', '2024-01-01', '2024-01-02', 'm')$$, 'values (8::bigint)', 'in a given unit');
select is_empty($$select * from health_code.workout_splits('Ada', null, 'UTC', '2024-01-02')$$, 'no workouts on these days');
select throws_ok($$select * from health_code.workout_splits('Ada', 0)$$, '22023', 'split_length must be positive', 'a wrong length');
