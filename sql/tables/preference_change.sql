-- Where in the person's change feed it was last said how samples are to be read: figures that were
-- made before are old.
create table health.preference_change (
    -- Whose preference.
    person_id integer not null,
    -- source_priority (health.source_priority of one type), time_zones (health.time_zone_report),
    -- or sources (of one in health.source the bundle identifier became known, and with it the
    -- class).
    preference text not null,
    -- The type; 0 if the preference is not about a type.
    sample_type_id integer not null,
    -- The position of its latest change.
    change_position bigint not null,
    constraint preference_change_pkey primary key (person_id, preference, sample_type_id),
    constraint preference_change_preference_check check (preference in ('source_priority', 'time_zones', 'sources')),
    constraint preference_change_person_fkey foreign key (person_id)
        references health.person (person_id) on delete cascade
);
alter table health.preference_change alter column person_id set statistics 0;
