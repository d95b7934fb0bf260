-- The clocks of all time zones as the program knows them. PostgreSQL has tables of its own, which may be of another release and
-- read missing and repeated wall clocks in another way; with the program's, SQL and the API cannot disagree about when a day begins.

create table health.time_zone_offset (
    time_zone text not null,
    from_time timestamptz not null,
    utc_offset integer not null,
    constraint time_zone_offset_pkey primary key (time_zone, from_time)
);

comment on table health.time_zone_offset is
    'How far the clocks of the zones of the IANA database are ahead of UTC, from change to change until the year 2100. The program '
    'fills it whenever its knowledge of zones changed; health_code.clock reads it.';
comment on column health.time_zone_offset.time_zone is 'A name that the program knows; other names of the same zone have rows of their own.';
comment on column health.time_zone_offset.from_time is
    'From when on, until the next row of the zone; -infinity in its first row.';
comment on column health.time_zone_offset.utc_offset is 'Seconds that the clock is ahead of UTC.';
