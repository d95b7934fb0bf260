begin;
\ir include/people.sql
select plan(3);

select pg_temp.add_sample(
    'HKWorkoutTypeIdentifier', metadata => '{"HKWeatherTemperature": "50 degF", "HKWeatherHumidity": "6400 %"}') as run
\gset
insert into health.workout (person_id, uuid, activity_type, duration, total_distance) values (1, :'run', 37, 60, 200);
select results_eq(
    'select person, uuid, activity, duration, total_distance, total_energy_burned, source from health.workout_sample',
    format($$values ('Ada', %L::uuid, 'running', 60::float8, 200::float8, null::float8, 'Watch')$$, :'run'),
    'a workout with readable names');
select results_eq(
    'select weather_temperature::numeric(5, 2), weather_humidity from health.workout_sample',
    'values (10.00, 64::float8)', 'its weather is in degrees Celsius and per cent');

insert into health.workout (person_id, uuid, activity_type) select 1, uuid, 37 from unnest(array[
    pg_temp.add_sample('HKWorkoutTypeIdentifier', parts => '{"isRecording": true}')]) uuid;
select results_eq(
    'select recording_state from health.workout_sample order by recording_state', $$values ('ended'), (null)$$,
    'a workout that is recorded live says so; a finished one has no state');

select * from finish();
rollback;
