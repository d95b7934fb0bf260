-- The types of a person that have slots: those with many samples. The figures of all other types
-- are computed from samples alone.
create table health.slot_type (
    -- Whose slots.
    person_id integer not null,
    -- The type, in health.sample_type.
    sample_type_id integer not null,
    -- For which style they were made; they are of no use once the type has another.
    aggregation_style text not null,
    -- Which version of the program's slots they are; of no use to another.
    format integer not null,
    -- Since when slots are kept.
    built_at timestamptz not null default now(),
    constraint slot_type_pkey primary key (person_id, sample_type_id)
);
alter table health.slot_type alter column person_id set statistics 0;
