-- Statistics read extremes as a stream of their own, beside samples and quantities of series, so
-- that samples without extremes cost nothing more. The rows repeat the columns of the sample that
-- statistics need, for the same reason.

-- Minimum and maximum of an aggregate of a discrete type, such as the heart rate of an hour. Both
-- count in statistics as those of the sample. A sample without an average has no quantity in
-- health.sample.
create table health.aggregate_extreme (
    -- Whose sample.
    person_id integer not null,
    -- The type of the sample, in health.sample_type.
    sample_type_id integer not null,
    -- The sample, in health.sample.
    uuid uuid not null,
    -- -1 for a minimum, -2 for a maximum. If a sample has no average, statistics use one of its
    -- extremes as its value. The ordinal of that row is -3 for a minimum and -4 for a maximum.
    ordinal integer not null,
    -- Start of the sample.
    start_time timestamptz not null,
    -- End of the sample, exclusive; equal to the start for a point.
    end_time timestamptz not null,
    -- The extreme in the type's canonical unit.
    quantity double precision not null,
    -- Who wrote the sample, in health.source_revision.
    source_revision_id integer not null,
    constraint aggregate_extreme_pkey primary key (person_id, uuid, ordinal),
    constraint aggregate_extreme_ordinal_check check (ordinal between -4 and -1)
);
alter table health.aggregate_extreme alter column person_id set statistics 0;

-- The stream of one type in order of start: merged with that of health.sample.
create index aggregate_extreme_stream_idx on health.aggregate_extreme (person_id, sample_type_id, start_time);
