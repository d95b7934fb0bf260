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
comment on column health.category_sample.type is 'Short name of the type, such as sleepAnalysis.';
comment on column health.category_sample.value is 'Raw value of the type''s enumeration; null for a text that is not in the catalogue.';
comment on column health.category_sample.value_name is 'Name of the value, or the text as sent.';
