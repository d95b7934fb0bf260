\ir include/people.sql
select plan(1);

select pg_temp.add_sample('HKWorkoutTypeIdentifier') as run,
    pg_temp.add_sample(
        'HKWorkoutRouteTypeIdentifier',
        '{"locations": [{"timestamp": "2024-01-01T00:00:30Z", "latitude": 48.5, "longitude": -2, "speed": "fast"}]}') as route
\gset
insert into health.contained_sample (person_id, container_uuid, uuid) values (1, :'run', :'route');
select results_eq(
    'select person, uuid, workout_uuid, ordinal, time, latitude, longitude, speed from health.workout_route_location',
    format(
        $$values ('Ada', %L::uuid, %L::uuid, 0, '2024-01-01 00:00:30+00'::timestamptz, 48.5::float8, -2::float8, null::float8)$$,
        :'route', :'run'),
    'the locations of a route, and null for a value that is not a number');
