create view health.workout_heart_rate with (security_invoker = true) as
select
    person.person_id,
    person.name as person,
    workout.workout_uuid as uuid,
    workout.activity,
    workout.start_time,
    workout.end_time,
    workout.count,
    workout.average,
    workout.minimum,
    workout.maximum,
    workout.sources,
    workout.unit
from health.person
cross join lateral health_code.workout_statistics(person.name, 'heartRate') workout;

comment on view health.workout_heart_rate is
    'The heart rate during each workout, pauses included, computed like GET /v1/statistics from the start to the end of the workout. A '
    'query computes all workouts of the selected people; health_code.workout_statistics computes those of a range of days, also of '
    'other types.';
comment on column health.workout_heart_rate.person_id is 'The person to whom the workout belongs.';
comment on column health.workout_heart_rate.person is 'The person''s name.';
comment on column health.workout_heart_rate.uuid is 'The workout, in health.workout_sample.';
comment on column health.workout_heart_rate.activity is 'Name of the activity, or the text as sent.';
comment on column health.workout_heart_rate.start_time is 'Start of the workout.';
comment on column health.workout_heart_rate.end_time is 'End of the workout.';
comment on column health.workout_heart_rate.count is 'Number of heart rates of all sources; 0 if none was measured.';
comment on column health.workout_heart_rate.average is
    'Average in unit; each measurement is weighted by the time for which it stands. Null if count is 0.';
comment on column health.workout_heart_rate.minimum is 'Minimum in unit; null if count is 0.';
comment on column health.workout_heart_rate.maximum is 'Maximum in unit; null if count is 0.';
comment on column health.workout_heart_rate.sources is
    'The sources whose samples made the figures (source_id in health.source), highest priority first.';
comment on column health.workout_heart_rate.unit is 'The person''s choice for heartRate, else count/min.';
