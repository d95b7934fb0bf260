create view health.category_sample with (security_invoker = true) as
select
    sample.person_id,
    person.name as person,
    sample.uuid,
    sample_type.short_name as type,
    sample.start_time,
    sample.end_time,
    sample.category_value as value,
    coalesce(category_value.case_name, sample.sent_category_value) as value_name,
    coalesce(source.name, source_kind.label) as source,
    source_kind.was_user_entered,
    source_revision.version as source_version,
    device.name as device,
    sample.creation_time,
    (
        select sample_detail.metadata
        from health.sample_detail
        where sample_detail.person_id = sample.person_id and sample_detail.uuid = sample.uuid
    ) as metadata
from health.sample
join health.sample_type using (sample_type_id)
join health.person on person.person_id = sample.person_id
left join lateral (
    select case_name
    from health.category_value
    where category_value.enum = sample_type.value_enum and category_value.raw_value = sample.category_value
    order by deprecated is not null
    limit 1
) category_value on true
left join health.source_revision
    on source_revision.person_id = sample.person_id
    and source_revision.source_revision_id = sample.source_revision_id
left join health.source_kind
    on source_kind.person_id = source_revision.person_id and source_kind.source_id = source_revision.source_id
left join health.source
    on source.person_id = source_kind.person_id and source.source_id = source_kind.source_id
left join health.device on device.person_id = sample.person_id and device.device_id = sample.device_id
where sample_type.kind = 'category';

comment on view health.category_sample is 'Category samples with readable names (HKCategorySample).';
comment on column health.category_sample.person_id is 'The person to whom the sample belongs.';
comment on column health.category_sample.person is 'The person''s name.';
comment on column health.category_sample.uuid is 'HealthKit''s uuid, or one computed from the content.';
comment on column health.category_sample.type is 'Short name of the type, such as sleepAnalysis.';
comment on column health.category_sample.start_time is 'Start.';
comment on column health.category_sample.end_time is 'End, exclusive; equal to the start for a point.';
comment on column health.category_sample.value is 'Raw value of the type''s enumeration; null for a text that is not in the catalogue.';
comment on column health.category_sample.value_name is 'Name of the value, or the text as sent.';
comment on column health.category_sample.source is 'Name of the source; a label if the name is hidden.';
comment on column health.category_sample.was_user_entered is 'Whether the sample was entered by hand.';
comment on column health.category_sample.source_version is 'Version of the source; null if not sent.';
comment on column health.category_sample.device is 'Name of the device; null if not sent.';
comment on column health.category_sample.creation_time is 'When the sample was saved on the phone; null if not sent.';
comment on column health.category_sample.metadata is 'HKMetadata; null if there is none.';
