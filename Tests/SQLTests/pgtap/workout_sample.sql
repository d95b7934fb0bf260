\ir include/people.sql
select plan(5);

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

insert into health.workout (person_id, uuid, sent_activity_type)
values (1, pg_temp.add_sample('HKWorkoutTypeIdentifier'), 'Chessboxing');
select isnt_empty(
    $$select from health.workout_sample where activity = 'Chessboxing'$$, 'an activity without a name is shown as sent');

create temporary table weather as
select number, pg_temp.add_sample('HKWorkoutTypeIdentifier', metadata => metadata) as uuid
from unnest(array[
    '{"HKWeatherTemperature": "-3.5 degC", "HKWeatherHumidity": "96 %"}',
    '{"HKWeatherTemperature": "273.15 K", "HKWeatherHumidity": "0.5 %"}',
    '{"HKWeatherTemperature": "warm", "HKWeatherHumidity": 0.5}',
    '{"HKWeatherTemperature": 20, "HKWeatherHumidity": "100 %"}',
    '{"HKWeatherTemperature": ["1 degC", "2 degC"], "HKWeatherHumidity": "wet"}',
    '{"HKWeatherHumidity": "20000 %"}', '{"HKWeatherHumidity": -5}']::jsonb[]) with ordinality form (metadata, number);
insert into health.workout (person_id, uuid, activity_type) select 1, uuid, 37 from weather;
select results_eq(
    'select round(weather_temperature::numeric, 6)::float8, weather_humidity
    from health.workout_sample join weather using (uuid) order by number',
    'values (-3.5::float8, 96::float8), (0, 50), (null, 50), (null, 100), (null, null), (null, null), (null, null)',
    'the weather in every form in which systems write it');
