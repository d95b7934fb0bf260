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
    sample.metadata
from health.named_sample sample
where sample.kind = 'correlation';

comment on view health.correlation is 'Correlations with readable names (HKCorrelation).';
comment on column health.correlation.objects is 'Uuids of the contained samples. Each of them is also a sample of its own.';
