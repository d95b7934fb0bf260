create view health.workout_sample with (security_invoker = true) as
select
    sample.person_id,
    sample.person,
    sample.uuid,
    coalesce(workout_activity_type.case_name, workout.sent_activity_type) as activity,
    sample.start_time,
    sample.end_time,
    sample.local_start,
    sample.time_zone,
    health_code.recording_state(sample_detail.parts, sample.end_time) as recording_state,
    workout.duration,
    workout.total_energy_burned,
    workout.total_distance,
    sample.source_id,
    sample.source,
    sample.device_id,
    sample.device,
    sample.creation_time,
    sample_detail.metadata,
    sample_detail.parts,
    case weather.temperature[2]
        when 'degC' then health_code.text_number(weather.temperature[1])
        when 'degF' then (health_code.text_number(weather.temperature[1]) - 32) / 1.8
        when 'K' then health_code.text_number(weather.temperature[1]) - 273.15
    end as weather_temperature,
    -- Old systems print the percentage. New systems treat 64 as a fraction and print 100 times the
    -- percentage. The air's humidity is never as low as 1 %, so a value of at most 1 is a fraction.
    case
        when weather.humidity between 0 and 1 then weather.humidity * 100
        when weather.humidity between 1 and 100 then weather.humidity
        when weather.humidity between 100 and 10000 then weather.humidity / 100
    end as weather_humidity
from health.named_sample sample
join health.workout on workout.person_id = sample.person_id and workout.uuid = sample.uuid
left join health.workout_activity_type on workout_activity_type.raw_value = workout.activity_type
left join health.sample_detail
    on sample_detail.person_id = sample.person_id and sample_detail.uuid = sample.uuid
cross join lateral (
    values (
        regexp_match(sample_detail.metadata ->> 'HKWeatherTemperature', '^([-0-9.]+) *(degC|degF|K)$'),
        coalesce(
            health_code.json_number(sample_detail.metadata -> 'HKWeatherHumidity'),
            health_code.text_number(
                substring(sample_detail.metadata ->> 'HKWeatherHumidity' from '^([0-9.]+) *%$'))))
) as weather (temperature, humidity);

comment on view health.workout_sample is 'Workouts with readable names (HKWorkout). Columns are null if not sent.';
comment on column health.workout_sample.activity is 'Name of the activity, or the text as sent.';
comment on column health.workout_sample.end_time is 'End; the time of its newest data while it is recorded live.';
comment on column health.workout_sample.recording_state is
    'running, paused or ended while it is recorded live, as in GET /v1/workouts; null if it is finished.';
comment on column health.workout_sample.metadata is 'HKMetadata; null if there is none.';
comment on column health.workout_sample.parts is
    'Events, activities, statistics and routes, in the words and order in which they were sent; with isRecording while it is '
    'recorded live.';
comment on column health.workout_sample.weather_temperature is 'Degrees Celsius (HKWeatherTemperature); null if not sent.';
comment on column health.workout_sample.weather_humidity is
    'Per cent, 0 to 100, for every form in which systems write HKWeatherHumidity; null if not sent.';
