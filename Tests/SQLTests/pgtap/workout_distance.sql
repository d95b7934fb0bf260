\ir include/workouts.sql
select plan(8);

select pg_temp.work_out('10:00', '10:20', events => '[{"type": "pause", "startDate": "2024-01-01T10:07:00Z"},
    {"type": "resume", "startDate": "2024-01-01T10:09:00Z"}]') as run
\gset
-- The metres of the parts of the workout, and the type.
create function pg_temp.parts(recorded double precision default null) returns table (minute double precision, meters numeric, type text)
language sql as $$
    select
        date_part('minute', cell.from_time), round(cell.meters::numeric, 3),
        replace(sample_type.short_name, 'distance', '')
    from health_code.workout_times(1, null, null, true) times
    cross join lateral health_code.workout_distance(1, times.uuid, times.start_time, times.end_time, times.pauses, recorded) cell
    join health.sample_type using (sample_type_id)
$$;
select is_empty('select * from pg_temp.parts()', 'nothing without samples and routes');
call pg_temp.measure('distanceWalkingRunning', 2, 1600, '10:05', '10:15');
call pg_temp.measure('distanceWalkingRunning', 1, 800, '10:00', '10:20');
select results_eq(
    'select minute, meters from pg_temp.parts()',
    'values (0::float8, 200.0), (5, 400.0), (9, 1200.0), (15, 200.0)',
    'the watch knows its pause and is preferred; the phone counts beside it');
select results_eq('select sum(meters) from pg_temp.parts()', 'values (2000.000)', 'the sum');
call pg_temp.measure('distanceCycling', 2, 5000, '10:00', '10:20');
select results_eq('select distinct type from pg_temp.parts()', $$values ('Cycling')$$, 'of two types, the longest counts');
select results_eq(
    'select distinct type from pg_temp.parts(2400)', $$values ('WalkingRunning')$$, 'or the one that is nearest to the recorded distance');
insert into health.sample (person_id, sample_type_id, uuid, start_time, end_time, source_revision_id, change_position)
select 1, sample_type_id, '00000000-0000-4000-8000-000000000002', pg_temp.instant('10:00'), pg_temp.instant('10:20'), 2, 1
from health.sample_type where identifier = 'HKWorkoutRouteTypeIdentifier';
insert into health.sample_detail (person_id, uuid, parts)
select 1, '00000000-0000-4000-8000-000000000002', jsonb_build_object('locations', jsonb_agg(jsonb_build_object(
    'timestamp', to_json(pg_temp.instant('10:00') + minute * interval '1 minute'), 'latitude', case minute when 3 then 50 else 0 end,
    'longitude', minute / 1000.0, 'horizontalAccuracy', case minute when 3 then 61 else 5 end)))
from generate_series(0, 20) minute;
select results_eq(
    'select distinct type from pg_temp.parts(2015)', $$values ('WalkingRunning')$$, 'a route is not read if the samples have the distance');
-- A thousandth of a degree is 111.19 metres. The two in the pause do not count.
select results_eq(
    'select sum(meters) - 18 * 111.195 between -0.01 and 0.01, count(*) from pg_temp.parts(2229)', 'values (true, 17::bigint)',
    'it counts if they lack more than a hundredth of it, without its inexact points and without the pause');
insert into health.contained_sample (person_id, container_uuid, uuid) values (1, :'run', '00000000-0000-4000-8000-000000000002');
delete from health.sample where quantity is not null;
select results_eq('select count(*) from pg_temp.parts()', 'values (17::bigint)', 'and if there are no samples');
