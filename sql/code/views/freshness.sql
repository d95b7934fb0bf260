create view health.freshness with (security_invoker = true) as
select
    sample_extent.person_id,
    person.name as person,
    sample_type.short_name as type,
    sample_type.kind,
    (
        select count(*)
        from health.sample
        where sample.person_id = sample_extent.person_id and sample.sample_type_id = sample_extent.sample_type_id
            and sample.start_time <= now()
    ) as count,
    first.start_time as first_start_time,
    latest.start_time as latest_start_time,
    latest.end_time as latest_end_time,
    (
        select sample.creation_time
        from health.sample
        where sample.person_id = sample_extent.person_id and sample.uuid = latest.uuid
    ) as latest_creation_time,
    (
        select coalesce(source.name, source_kind.label)
        from health.source_revision
        join health.source_kind
            on source_kind.person_id = source_revision.person_id and source_kind.source_id = source_revision.source_id
        left join health.source
            on source.person_id = source_kind.person_id and source.source_id = source_kind.source_id
        where source_revision.person_id = sample_extent.person_id
            and source_revision.source_revision_id = latest.source_revision_id
    ) as latest_source,
    now() - latest.end_time as age
-- Selects types with a sample that has begun. The first and the latest sample are each found with
-- one probe of an index.
from health.sample_extent
join health.person on person.person_id = sample_extent.person_id
join health.sample_type on sample_type.sample_type_id = sample_extent.sample_type_id
cross join lateral (
    select sample.start_time
    from health.sample
    where sample.person_id = sample_extent.person_id and sample.sample_type_id = sample_extent.sample_type_id
    order by sample.start_time
    limit 1
) first
cross join lateral (
    select newest.*
    from (
        select sample.start_time, sample.end_time, sample.uuid, sample.source_revision_id
        from health.sample
        where sample.person_id = sample_extent.person_id and sample.sample_type_id = sample_extent.sample_type_id
            and sample.start_time <= now()
        order by sample.start_time desc
        fetch first 1 row with ties
    ) newest
    order by newest.end_time desc, newest.uuid desc
    limit 1
) latest;

comment on view health.freshness is
    'The number and the age of the samples of each person and type, without samples that begin in the future. Each column except '
    'count takes a few index probes; count reads one index entry for each sample, if it is selected.';
comment on column health.freshness.person_id is 'The person to whom the samples belong.';
comment on column health.freshness.person is 'The person''s name.';
comment on column health.freshness.type is 'Short name of the type, such as stepCount.';
comment on column health.freshness.kind is 'quantity, category, correlation, workout or another kind of sample.';
comment on column health.freshness.count is 'Number of samples of all sources; a series is one sample.';
comment on column health.freshness.first_start_time is 'Start of the first sample.';
comment on column health.freshness.latest_start_time is 'Start of the latest sample: the one that starts last.';
comment on column health.freshness.latest_end_time is 'End of the latest sample.';
comment on column health.freshness.latest_creation_time is 'When the latest sample was saved on the phone; null if not sent.';
comment on column health.freshness.latest_source is 'Name of the latest sample''s source; a label if the name is hidden.';
comment on column health.freshness.age is 'Time since the end of the latest sample; negative if it has not ended yet.';
