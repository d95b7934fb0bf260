-- SQL and the API use these offsets, so that they agree when a day begins. PostgreSQL has time
-- zones of its own, which may be of another release, and it reads missing and repeated wall clocks
-- differently.

-- How far the clocks of the zones of the IANA database are ahead of UTC, from change to change
-- until the year 2100. The program fills it whenever its knowledge of zones changed;
-- health_code.clock reads it.
create table health.time_zone_offset (
    -- A name that the program knows; other names of the same zone have rows of their own.
    time_zone text not null,
    -- From when on, until the next row of the zone; -infinity in its first row.
    from_time timestamptz not null,
    -- Seconds that the clock is ahead of UTC.
    utc_offset integer not null,
    constraint time_zone_offset_pkey primary key (time_zone, from_time)
);
