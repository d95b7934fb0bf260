-- The figures of each type on each day of the person's own clock, or of UTC if the person's zones
-- are not known: what the program found in the samples. The columns are those of health.hour, and
-- rows of consecutive days add up in the same way. Rows of one type and source never overlap. A
-- time outside of all rows has no samples, unless a mark is there.
create table health.day (
    -- Whose samples.
    person_id integer not null,
    -- The type, in health.sample_type.
    sample_type_id integer not null,
    -- The source, in health.source, as in health.hour.
    source_id integer not null,
    -- The day. A day on which nothing counts has no row.
    date date not null,
    -- When the day begins.
    start_time timestamptz not null,
    -- When the day ends, exclusive.
    end_time timestamptz not null,
    -- The number of samples that have a part in it (members): of positive length in it, or points.
    -- For a category type, the number of samples that win: at the later of the starts of the sample
    -- and of the row, no source of higher priority has an open sample.
    count integer not null,
    -- How many of them begin before it.
    reaching_count integer not null,
    -- How many of count have a minimum or a maximum and no value: aggregates without an average.
    valueless_count integer not null,
    -- How many of reaching_count have no value.
    reaching_valueless_count integer not null,
    -- What the samples count for, in the canonical unit; null unless the type is cumulative.
    sum double precision,
    -- Sum of the values of members that begin in it. Of sound levels, sum of their energies
    -- relative to value_maximum: 10^((L - value_maximum) / 10). Null if cumulative.
    value_sum double precision,
    -- The same of members that begin before it.
    reaching_value_sum double precision,
    -- Least value. Null for a cumulative type, and where members have neither value nor minimum.
    minimum double precision,
    -- Greatest value. Null for a cumulative type, and where members have neither value nor maximum.
    maximum double precision,
    -- Of sound levels the greatest value of a member, which differs from maximum if an aggregate
    -- has a maximum. Null for other types, and without such a member.
    value_maximum double precision,
    -- For averages that are weighted by time, the sum of value times microseconds for which it
    -- applies (sound levels: energies relative to weighted_maximum). In a row of a single source of
    -- a cumulative type, its part of the sum of all sources. Else null.
    weighted_sum double precision,
    -- The sum of these microseconds. In a row of a single source of a cumulative type, the
    -- microseconds for which its samples counted in the sum of all sources. Else null.
    weight double precision,
    -- Of sound levels the greatest that has a weight; null for other types, and where none has.
    weighted_maximum double precision,
    -- Microseconds that members cover. Where several overlap, the time counts once.
    duration bigint not null,
    -- Value of the member with the latest end; null without one.
    most_recent double precision,
    -- Its start.
    most_recent_start_time timestamptz,
    -- Its end, which may be later than the end of the row.
    most_recent_end_time timestamptz,
    -- The earliest start of a member, which may be earlier than the row; null without members.
    earliest_start_time timestamptz,
    -- The sources whose samples made the figures, in order of their numbers.
    source_ids integer[] not null,
    -- Of a category type, the raw values of the samples that count, ascending; -1 for a text that
    -- is not in the catalogue. Null for other types, like the next three columns.
    category_values integer[],
    -- The part of count of each value.
    value_counts integer[],
    -- The part of reaching_count of each value.
    value_reaching_counts integer[],
    -- For each value the microseconds in which the source of the highest priority that has an open
    -- sample has one of the value.
    value_durations bigint[],
    -- The average in the canonical unit, by the rule of the type; null if cumulative, and without
    -- values.
    average double precision,
    constraint day_pkey primary key (person_id, sample_type_id, source_id, date)
);
alter table health.day alter column person_id set statistics 0;
