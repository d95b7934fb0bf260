-- The samples whose metadata say in which zone the person was (HKTimeZone). Made from
-- health.sample_detail, with it.
create table health.sample_time_zone (
    -- Whose sample.
    person_id integer not null,
    -- As sent, if it looks like a name of the IANA database; whether it is one is seen when it is
    -- read.
    time_zone text not null,
    -- Start of the sample: when the person was there.
    start_time timestamptz not null,
    -- The sample.
    uuid uuid not null,
    constraint sample_time_zone_pkey primary key (person_id, uuid),
    constraint sample_time_zone_time_zone_check check (time_zone ~ '^[A-Za-z][A-Za-z0-9_+/-]{0,63}$')
);
alter table health.sample_time_zone alter column person_id set statistics 0;

-- Finds when the zone changes without reading the samples between: health_code.time_zone_runs.
create index sample_time_zone_run_idx on health.sample_time_zone (person_id, time_zone, start_time);
