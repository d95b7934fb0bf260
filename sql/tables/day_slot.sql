-- The figures of 24 hours each, beginning at every time of day at which days begin somewhere: hour
-- slots put together, eight days in a row.
create table health.day_slot (
    -- Whose samples.
    person_id integer not null,
    -- The type, in health.sample_type.
    sample_type_id integer not null,
    -- At how many minutes after midnight UTC the 24 hours begin.
    phase smallint not null,
    -- On which day of UTC the first of the eight begins: days since 1970-01-01 are a multiple of
    -- eight.
    first_day date not null,
    -- The eight days one after the other, then the sets of sources. A day has 8 numbers (cumulative
    -- types; 10 in rows of single sources), 11, 13 (weighted averages) or 14 (sound levels), all 0
    -- if nothing was measured: started_count * 65536 + the position of its set in the array,
    -- reaching_count, duration, most_recent_quantity, most_recent_start_time, most_recent_end_time,
    -- earliest_start_time, then sum (and weighted_sum, weight), or value_sum, reaching_value_sum,
    -- minimum, maximum, weighted_sum, weight, weighted_maximum; all as in hour_slot, times in
    -- microseconds since 1970. At its position, a set has the number of its sources, then their
    -- ids.
    figures double precision[] not null,
    -- The source of the figures; 0 for all sources together. -1 in a row without figures, which
    -- says that the rows of these days lack single sources because there are too many. If there is
    -- neither, each of the days has one source at most, whose figures are those of all sources.
    source_id integer not null,
    constraint day_slot_pkey primary key (person_id, sample_type_id, source_id, phase, first_day)
);
alter table health.day_slot alter column person_id set statistics 0;
