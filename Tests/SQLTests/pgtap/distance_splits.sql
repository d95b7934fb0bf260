\ir include/workouts.sql
select plan(12);

select pg_temp.work_out('10:00', '10:20', events => '[{"type": "pause", "startDate": "2024-01-01T10:07:00Z"},
    {"type": "resume", "startDate": "2024-01-01T10:09:00Z"}]', meters => 3000)
\g /dev/null
create function pg_temp.splits(length double precision default null, steps boolean default false, unit text default null)
returns table (split integer, distance numeric, seconds numeric, since text, until text, is_step boolean)
language sql as $$
    select
        split, round(distance::numeric, 6), round(seconds::numeric, 3), to_char(split_start_time at time zone 'UTC', 'MI:SS'),
        to_char(split_end_time at time zone 'UTC', 'MI:SS'), is_step
    from health_code.distance_splits(1, pg_temp.instant('10:00'), pg_temp.instant('10:01'), length, unit, null, steps)
$$;
select is_empty('select * from pg_temp.splits()', 'no splits without a distance');
call pg_temp.measure('distanceWalkingRunning', 2, 1000, '10:00', '10:05');
call pg_temp.measure('distanceWalkingRunning', 2, 1600, '10:05', '10:15');
call pg_temp.measure('distanceWalkingRunning', 2, 400, '10:15', '10:17');
select results_eq(
    'select split, distance, seconds, since, until from pg_temp.splits()',
    $$values (1, 1.000000, 300.000, '00:00', '05:00'), (2, 1.000000, 300.000, '05:00', '12:00'), (3, 1.000000, 300.000, '12:00', '17:00')$$,
    'a kilometre takes five minutes all the way, also across the pause');
select results_eq(
    'select sum(distance), sum(seconds) from pg_temp.splits(0.7)', 'values (3.000000, 900.000)', 'the splits have the whole distance');
select results_eq(
    'select split, distance from pg_temp.splits(1.4)', 'values (1, 1.400000), (2, 1.400000), (3, 0.200000)', 'the rest is a split');
select results_eq(
    'select split, distance from pg_temp.splits(1.49)', 'values (1, 1.490000), (2, 1.510000)', 'unless it is less than 2 percent of one');
select results_eq(
    $$select distance from pg_temp.splits(null, false, 'mi')$$, 'values (1.000000), (0.864114)', 'a split is a mile for a person who reads miles');
select results_eq(
    $$select count(*), max(seconds), min(seconds) from pg_temp.splits(null, true) where is_step$$, 'values (50::bigint, 18.000, 18.000)',
    'steps are at least 60 metres long');
call pg_temp.measure('heartRate', 2, 2, '10:00', '10:05');
call pg_temp.measure('heartRate', 2, 2.5, '10:05', '10:20');
select results_eq(
    $$select heart_rate, total_distance, recorded_distance, repeated_distance, identifier, unit_string
    from health_code.distance_splits(1, null, null)$$,
    $$values (120::float8, 3::float8, 3::float8, 0::float8, 'HKQuantityTypeIdentifierDistanceWalkingRunning', 'km'), (150, 3, 3, 0, 'HKQuantityTypeIdentifierDistanceWalkingRunning', 'km'),
        (150, 3, 3, 0, 'HKQuantityTypeIdentifierDistanceWalkingRunning', 'km')$$, 'the heart rate of each split, and the recorded distance');
delete from health.sample where quantity in (2, 2.5);
call pg_temp.measure('heartRate', 2, 2, '10:00');
call pg_temp.measure('heartRate', 2, 4, '10:09:30');
call pg_temp.measure('heartRate', 2, 1, '10:10');
call pg_temp.measure('heartRate', 2, 1, '10:10:30', '10:10:31');
-- The second split has 2 a second for 150 seconds outside the pause, 4 for 30 seconds, 1 for 31.
select results_eq(
    'select round(heart_rate) from health_code.distance_splits(1, null, null)', 'values (120::float8), (128), (null)',
    'a heart rate applies until the next one, not in pauses, and for ten minutes at most');
select pg_temp.work_out('12:00', '14:00', meters => 100000)
\g /dev/null
call pg_temp.measure('distanceCycling', 2, 100000, '12:00', '14:00');
select results_eq(
    $$select count(*), max(length), round(max(seconds)) from health_code.distance_splits(1, pg_temp.instant('12:00'), null)$$,
    'values (50::bigint, 2::float8, 144::float8)', 'splits of a long ride are longer');
select pg_temp.work_out('15:00', '16:00', activities => '[{"workoutActivityType": 46}, {"workoutActivityType": 13}]')
\g /dev/null
call pg_temp.measure('distanceCycling', 2, 20000, '15:00', '16:00');
select is_empty(
    $$select * from health_code.distance_splits(1, pg_temp.instant('15:00'), null)$$, 'a workout of several activities has none');
select pg_temp.work_out('16:00', '17:00', 82)
\g /dev/null
call pg_temp.measure('distanceCycling', 2, 20000, '16:00', '17:00');
select is_empty(
    $$select * from health_code.distance_splits(1, pg_temp.instant('16:00'), null)$$, 'nor has one whose activities have no types');
