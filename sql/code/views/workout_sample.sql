create view health.workout_sample as
select
    sample.person_id,
    person.name as person,
    sample.uuid,
    coalesce(workout_activity_type.case_name, workout.sent_activity_type) as activity,
    sample.start_time,
    sample.end_time,
    workout.duration,
    workout.total_energy_burned,
    workout.total_distance,
    source.name as source,
    device.name as device,
    sample.creation_time,
    sample_detail.metadata,
    sample_detail.parts
from health.sample
join health.workout on workout.person_id = sample.person_id and workout.uuid = sample.uuid
join health.person on person.person_id = sample.person_id
left join health.workout_activity_type on workout_activity_type.raw_value = workout.activity_type
left join health.source_revision
    on source_revision.person_id = sample.person_id
    and source_revision.source_revision_id = sample.source_revision_id
left join health.source
    on source.person_id = source_revision.person_id and source.source_id = source_revision.source_id
left join health.device on device.person_id = sample.person_id and device.device_id = sample.device_id
left join health.sample_detail
    on sample_detail.person_id = sample.person_id and sample_detail.uuid = sample.uuid;

comment on view health.workout_sample is 'Workouts with readable names (HKWorkout).';
comment on column health.workout_sample.person_id is 'Whose workout.';
comment on column health.workout_sample.person is 'The person''s name.';
comment on column health.workout_sample.uuid is 'HealthKit''s uuid, or one made from the content.';
comment on column health.workout_sample.activity is 'Name of the activity, or the text as sent.';
comment on column health.workout_sample.start_time is 'Start.';
comment on column health.workout_sample.end_time is 'End.';
comment on column health.workout_sample.duration is 'Seconds, without pauses; null where not sent.';
comment on column health.workout_sample.total_energy_burned is 'Kilocalories; null where not sent.';
comment on column health.workout_sample.total_distance is 'Metres; null where not sent.';
comment on column health.workout_sample.source is 'Name of the source.';
comment on column health.workout_sample.device is 'Name of the device; null where not sent.';
comment on column health.workout_sample.creation_time is 'When it was saved on the phone; null where not sent.';
comment on column health.workout_sample.metadata is 'HKMetadata; null for none.';
comment on column health.workout_sample.parts is 'Events, activities, statistics and routes in the sender''s words and order.';
