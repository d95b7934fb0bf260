create view health.correlation with (security_invoker = true) as
select
    sample.person_id,
    person.name as person,
    sample.uuid,
    sample_type.short_name as type,
    sample.start_time,
    sample.end_time,
    coalesce(source.name, source_kind.label) as source,
    array(
        select contained_sample.uuid
        from health.contained_sample
        where contained_sample.person_id = sample.person_id and contained_sample.container_uuid = sample.uuid
        order by contained_sample.uuid
    ) as objects,
    sample_detail.metadata
from health.sample
join health.sample_type using (sample_type_id)
join health.person on person.person_id = sample.person_id
left join health.source_revision
    on source_revision.person_id = sample.person_id
    and source_revision.source_revision_id = sample.source_revision_id
left join health.source_kind
    on source_kind.person_id = source_revision.person_id and source_kind.source_id = source_revision.source_id
left join health.source
    on source.person_id = source_kind.person_id and source.source_id = source_kind.source_id
left join health.sample_detail
    on sample_detail.person_id = sample.person_id and sample_detail.uuid = sample.uuid
where sample_type.kind = 'correlation';

comment on view health.correlation is 'Correlations with readable names (HKCorrelation).';
comment on column health.correlation.person_id is 'The person to whom the correlation belongs.';
comment on column health.correlation.person is 'The person''s name.';
comment on column health.correlation.uuid is 'HealthKit''s uuid, or one computed from the content.';
comment on column health.correlation.type is 'Short name of the type, such as bloodPressure.';
comment on column health.correlation.start_time is 'Start.';
comment on column health.correlation.end_time is 'End.';
comment on column health.correlation.source is 'Name of the source; a label if the name is hidden.';
comment on column health.correlation.objects is 'Uuids of the contained samples. Each of them is also a sample of its own.';
comment on column health.correlation.metadata is 'HKMetadata; null if there is none.';
