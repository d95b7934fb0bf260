-- Slots are figures of pieces of time, computed from samples. healthstore rebuild computes them
-- again.

-- Additive figures of the samples of one type in one hour. health_code.statistics_collection puts
-- them together, and looks into slot_mark whether they are still right. An hour without samples has
-- no row.
create table health.hour_slot (
    -- Whose samples.
    person_id integer not null,
    -- The type, in health.sample_type.
    sample_type_id integer not null,
    -- The source, in health.source. 0 for all sources together, in whose figures no instant counts
    -- twice.
    source_id integer not null,
    -- A whole hour of UTC; the slot ends 60 minutes later.
    start_time timestamptz not null,
    -- How many samples start in the hour.
    started_count integer not null,
    -- How many reach into it from before.
    reaching_count integer not null,
    -- What the samples count for in the hour, in the canonical unit; null unless cumulative.
    sum double precision,
    -- Sum of the values that start in the hour, of sound levels that of their energies relative to
    -- maximum, 10^((L - maximum) / 10); null if cumulative.
    value_sum double precision,
    -- The same of those that reach into it; null if cumulative.
    reaching_value_sum double precision,
    -- Least value; null if cumulative or without samples.
    minimum double precision,
    -- Greatest value; null if cumulative or without samples.
    maximum double precision,
    -- For weighted averages, the sum of value times microseconds for which it applies (sound
    -- levels: energies relative to weighted_maximum). In a row of a single source of a cumulative
    -- type, its part of the sum of all sources. Else null.
    weighted_sum double precision,
    -- For weighted averages, the sum of these microseconds. In a row of a single source of a
    -- cumulative type, the microseconds for which its samples counted in the sum of all sources.
    -- Else null.
    weight double precision,
    -- Microseconds of the hour that samples cover.
    duration bigint not null,
    -- Value of the sample with the latest end; null without samples.
    most_recent_quantity double precision,
    -- Its start.
    most_recent_start_time timestamptz,
    -- Its end, which may lie behind the hour.
    most_recent_end_time timestamptz,
    -- The earliest start of a sample in the hour, which may lie before it; null without samples.
    earliest_start_time timestamptz,
    -- The sources whose samples made the figures, in order of their numbers.
    source_ids integer[] not null,
    -- In a row of all sources, the only source with samples in the hour, whose figures are those of
    -- the row. Null if the sources have rows of their own.
    sole_source_id integer,
    -- Of sound levels the greatest that lasts any time in the hour; null for other types, and where
    -- none does.
    weighted_maximum double precision,
    constraint hour_slot_pkey primary key (person_id, sample_type_id, source_id, start_time)
);
alter table health.hour_slot alter column person_id set statistics 0;
