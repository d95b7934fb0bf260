-- Where the person was: the zones that their days follow. And where in the change feed it was last said how to read samples.

create table health.sample_time_zone (
    person_id integer not null,
    time_zone text not null,
    start_time timestamptz not null,
    uuid uuid not null,
    constraint sample_time_zone_pkey primary key (person_id, uuid),
    constraint sample_time_zone_time_zone_check check (time_zone ~ '^[A-Za-z][A-Za-z0-9_+/-]{0,63}$')
);

create index sample_time_zone_run_idx on health.sample_time_zone (person_id, time_zone, start_time);

comment on table health.sample_time_zone is
    'The samples whose metadata say in which zone the person was (HKTimeZone). Made from health.sample_detail, with it.';
comment on column health.sample_time_zone.person_id is 'Whose sample.';
comment on column health.sample_time_zone.time_zone is
    'As sent, if it looks like a name of the IANA database; whether it is one is seen when it is read.';
comment on column health.sample_time_zone.start_time is 'Start of the sample: when the person was there.';
comment on column health.sample_time_zone.uuid is 'The sample.';
comment on index health.sample_time_zone_run_idx is
    'Finds when the zone changes without reading the samples between: health_code.time_zone_runs.';

insert into health.sample_time_zone (person_id, time_zone, start_time, uuid)
select sample.person_id, sample_detail.metadata ->> 'HKTimeZone', sample.start_time, sample.uuid
from health.sample_detail
join health.sample using (person_id, uuid)
where jsonb_typeof(sample_detail.metadata -> 'HKTimeZone') = 'string'
    and sample_detail.metadata ->> 'HKTimeZone' ~ '^[A-Za-z][A-Za-z0-9_+/-]{0,63}$';

create table health.time_zone_report (
    person_id integer not null,
    origin text not null,
    start_time timestamptz not null,
    end_time timestamptz,
    time_zone text not null,
    constraint time_zone_report_pkey primary key (person_id, origin, start_time),
    constraint time_zone_report_person_fkey foreign key (person_id) references health.person (person_id) on delete cascade,
    constraint time_zone_report_origin_check check (origin in ('client', 'manual')),
    constraint time_zone_report_time_check check (start_time < end_time),
    constraint time_zone_report_client_check check (origin = 'manual' or end_time is null),
    constraint time_zone_report_time_zone_check check (octet_length(time_zone) between 1 and 64)
);

comment on table health.time_zone_report is
    'Where the person was as clients reported it, and as it was set by hand. What was set by hand holds whatever else is known.';
comment on column health.time_zone_report.person_id is 'Whose time zone.';
comment on column health.time_zone_report.origin is
    'client: from start_time on, until something newer is known. manual: set by hand for an interval; those of a person '
    'never overlap.';
comment on column health.time_zone_report.start_time is 'From when on.';
comment on column health.time_zone_report.end_time is
    'Of what was set by hand: the end, exclusive, or null for good. Null for reports of clients.';
comment on column health.time_zone_report.time_zone is 'Name of the IANA database.';

create table health.preference_change (
    person_id integer not null,
    preference text not null,
    sample_type_id integer not null,
    change_position bigint not null,
    constraint preference_change_pkey primary key (person_id, preference, sample_type_id),
    constraint preference_change_person_fkey foreign key (person_id) references health.person (person_id) on delete cascade,
    constraint preference_change_preference_check check (preference in ('source_priority', 'time_zones'))
);

comment on table health.preference_change is
    'Where in the person''s change feed it was last said how samples are to be read: figures that were made before are old.';
comment on column health.preference_change.person_id is 'Whose preference.';
comment on column health.preference_change.preference is
    'source_priority (health.source_priority of one type) or time_zones (health.time_zone_report).';
comment on column health.preference_change.sample_type_id is 'Of which type; 0 where it is of none.';
comment on column health.preference_change.change_position is 'The place of its latest change.';
