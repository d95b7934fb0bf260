-- Extremes of aggregates: what a client says of a bucket beside its average, or in place of one.
--
-- Statistics read them as a stream of their own, beside samples and quantities of series, so that samples without extremes, which
-- nearly all are, cost nothing more. The rows repeat what they need of the sample for the same reason.

create table health.aggregate_extreme (
    person_id integer not null,
    sample_type_id integer not null,
    uuid uuid not null,
    ordinal integer not null,
    start_time timestamptz not null,
    end_time timestamptz not null,
    quantity double precision not null,
    source_revision_id integer not null,
    constraint aggregate_extreme_pkey primary key (person_id, uuid, ordinal),
    constraint aggregate_extreme_ordinal_check check (ordinal between -4 and -1)
);

create index aggregate_extreme_stream_idx on health.aggregate_extreme (person_id, sample_type_id, start_time)
    include (end_time, quantity, source_revision_id, uuid, ordinal);

comment on table health.aggregate_extreme is
    'Minimum and maximum of an aggregate of a discrete type, such as the heart rate of an hour. Both count in statistics as those of '
    'the sample. A sample without an average has no quantity in health.sample.';
comment on column health.aggregate_extreme.person_id is 'Whose sample.';
comment on column health.aggregate_extreme.sample_type_id is 'The type of the sample, in health.sample_type.';
comment on column health.aggregate_extreme.uuid is 'The sample, in health.sample.';
comment on column health.aggregate_extreme.ordinal is
    'What it is: -1 the minimum, -2 the maximum; -3 the minimum, -4 the maximum of a sample without an average, of which this row is '
    'the member in statistics. A sample without an average has exactly one row of -3 or -4.';
comment on column health.aggregate_extreme.start_time is 'Start of the sample.';
comment on column health.aggregate_extreme.end_time is 'End of the sample, exclusive; equal to the start for a point.';
comment on column health.aggregate_extreme.quantity is 'The extreme in the type''s canonical unit.';
comment on column health.aggregate_extreme.source_revision_id is 'Who wrote the sample, in health.source_revision.';
comment on index health.aggregate_extreme_stream_idx is
    'The stream of one type in order of start, without touching the heap: merged with that of health.sample.';

-- What Health Auto Export sent before has its extremes in the metadata, in the unit of the sample.
insert into health.aggregate_extreme
select
    sample.person_id, sample.sample_type_id, sample.uuid, extreme.ordinal, sample.start_time, sample.end_time,
    extreme.sent * case
        when sample.sent_quantity is null or sample.sent_quantity = 0 then 1 else sample.quantity / sample.sent_quantity end,
    sample.source_revision_id
from health.sample
join health.sample_type on sample_type.sample_type_id = sample.sample_type_id
    and sample_type.aggregation_style <> 'cumulative'
join health.sample_detail detail on detail.person_id = sample.person_id and detail.uuid = sample.uuid
join health.source_revision revision
    on revision.person_id = sample.person_id and revision.source_revision_id = sample.source_revision_id
join health.source on source.person_id = sample.person_id and source.source_id = revision.source_id
    and source.source_class = 'aggregate'
cross join lateral (
    select -1 as ordinal, detail.metadata -> 'HealthAutoExport' -> 'Min' as said
    union all
    select -2, detail.metadata -> 'HealthAutoExport' -> 'Max'
) named
cross join lateral (
    select named.ordinal, case when jsonb_typeof(named.said) = 'number' then (named.said #>> '{}')::double precision end as sent
) extreme
where sample.quantity is not null and extreme.sent is not null
    -- A value of 0 does not tell what the unit is.
    and (sample.sent_quantity is null or sample.sent_quantity <> 0);
