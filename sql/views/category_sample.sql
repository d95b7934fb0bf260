create view health.category_sample with (security_invoker = true) as
select
    sample.person_id,
    sample.person,
    sample.uuid,
    sample.type,
    sample.start_time,
    sample.end_time,
    sample.local_start,
    sample.time_zone,
    sample.category_value as value,
    coalesce(category_value.case_name, sample.sent_category_value) as value_name,
    sample.source_id,
    sample.source,
    sample.was_user_entered,
    sample.source_version,
    sample.device_id,
    sample.device,
    sample.creation_time,
    sample.metadata
from health.named_sample sample
left join lateral (
    select case_name
    from health.category_value
    where category_value.enum = sample.value_enum and category_value.raw_value = sample.category_value
    order by deprecated is not null
    limit 1
) category_value on true
where sample.kind = 'category';

comment on view health.category_sample is 'Category samples with readable names (HKCategorySample).';
comment on column health.category_sample.person_id is 'The person to whom the sample belongs.';
comment on column health.category_sample.person is 'The person''s name.';
comment on column health.category_sample.uuid is 'HealthKit''s uuid, or one computed from the content.';
comment on column health.category_sample.type is 'Short name of the type, such as sleepAnalysis.';
comment on column health.category_sample.start_time is 'Start.';
comment on column health.category_sample.end_time is 'End, exclusive; equal to the start for a point.';
comment on column health.category_sample.local_start is 'Start on the clock of time_zone, else of UTC.';
comment on column health.category_sample.time_zone is
    'The zone in which the person was at the start, by the person''s own clock; null if unknown.';
comment on column health.category_sample.value is 'Raw value of the type''s enumeration; null for a text that is not in the catalogue.';
comment on column health.category_sample.value_name is 'Name of the value, or the text as sent.';
comment on column health.category_sample.source_id is 'The source, in health.source.';
comment on column health.category_sample.source is 'Name of the source; a label if the name is hidden.';
comment on column health.category_sample.was_user_entered is 'Whether the sample was entered by hand.';
comment on column health.category_sample.source_version is 'Version of the source; null if not sent.';
comment on column health.category_sample.device_id is 'The device, in health.device; null if not sent.';
comment on column health.category_sample.device is 'Name of the device; null if not sent.';
comment on column health.category_sample.creation_time is 'When the sample was saved on the phone; null if not sent.';
comment on column health.category_sample.metadata is 'HKMetadata; null if there is none.';
