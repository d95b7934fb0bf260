create view health.correlation with (security_invoker = true) as
select
    sample.person_id,
    sample.person,
    sample.uuid,
    sample.type,
    sample.start_time,
    sample.end_time,
    sample.local_start,
    sample.time_zone,
    sample.source_id,
    sample.source,
    array(
        select contained_sample.uuid
        from health.contained_sample
        where contained_sample.person_id = sample.person_id and contained_sample.container_uuid = sample.uuid
        order by contained_sample.uuid
    ) as objects,
    sample_detail.metadata
from health.named_sample sample
left join health.sample_detail
    on sample_detail.person_id = sample.person_id and sample_detail.uuid = sample.uuid
where sample.kind = 'correlation';

comment on view health.correlation is 'Correlations with readable names (HKCorrelation).';
comment on column health.correlation.person_id is 'The person to whom the correlation belongs.';
comment on column health.correlation.type is 'Short name of the type, such as bloodPressure.';
comment on column health.correlation.end_time is 'End.';
comment on column health.correlation.objects is 'Uuids of the contained samples. Each of them is also a sample of its own.';
comment on column health.correlation.metadata is 'HKMetadata; null if there is none.';
