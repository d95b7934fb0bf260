-- Where the person was as clients reported it, and as it was set by hand. What was set by hand
-- holds whatever else is known.
create table health.time_zone_report (
    -- Whose time zone.
    person_id integer not null,
    -- client: from start_time on, until something newer is known. manual: set by hand for an
    -- interval; those of a person never overlap.
    origin text not null,
    -- From when on.
    start_time timestamptz not null,
    -- Of what was set by hand: the end, exclusive, or null for good. Null for reports of clients.
    end_time timestamptz,
    -- Name of the IANA database.
    time_zone text not null,
    constraint time_zone_report_pkey primary key (person_id, origin, start_time),
    constraint time_zone_report_client_check check (origin = 'manual' or end_time is null),
    constraint time_zone_report_origin_check check (origin in ('client', 'manual')),
    constraint time_zone_report_time_check check (start_time < end_time),
    constraint time_zone_report_time_zone_check check (octet_length(time_zone) between 1 and 64),
    constraint time_zone_report_person_fkey foreign key (person_id)
        references health.person (person_id) on delete cascade
);
alter table health.time_zone_report alter column person_id set statistics 0;
