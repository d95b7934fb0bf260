-- The nights of each person on the person's own clock, or on that of UTC if the person's zones are
-- not known: what the program found in the samples of sleep, with the default parameters of the API
-- (a night begins at 18:00, its date is the day on which it ends, and a pause of more than an hour
-- ends a session). health.mark says which nights are stale. healthstore rebuild computes them
-- again.
create table health.night (
    -- Whose night.
    person_id integer not null,
    -- The type sleepAnalysis, in health.sample_type.
    sample_type_id integer not null,
    -- The day on which the night ends. A night without a record has no row.
    date date not null,
    -- When the night begins: 18:00 of the day before.
    start_time timestamptz not null,
    -- When the night ends, exclusive.
    end_time timestamptz not null,
    -- Seconds asleep in the main sleep and the naps; null without stages.
    asleep double precision,
    -- Start of the main sleep, the longest session; null if there are only naps.
    main_start_time timestamptz,
    -- End of the main sleep.
    main_end_time timestamptz,
    -- Seconds asleep in the main sleep; null without stages, like the stages below.
    main_asleep double precision,
    -- Seconds asleep in an unspecified stage.
    unspecified double precision,
    -- Seconds of core sleep.
    core double precision,
    -- Seconds of deep sleep.
    deep double precision,
    -- Seconds of REM sleep.
    rem double precision,
    -- Seconds awake inside the main sleep.
    awake double precision,
    -- Seconds in bed; null if none were recorded.
    in_bed double precision,
    -- Share of sleep in the recorded time, 0 to 1; null without stages.
    efficiency double precision,
    -- Number of sessions, the main sleep included.
    session_count integer not null,
    -- Number of sessions besides the main sleep.
    nap_count integer not null,
    -- The sources that decided at least one instant, in health.source, highest priority first.
    source_ids integer[] not null,
    -- Whether the figures are those that an app sent for the whole night; such a night has no
    -- samples.
    is_aggregate boolean not null,
    constraint night_pkey primary key (person_id, sample_type_id, date)
);
alter table health.night alter column person_id set statistics 0;
