-- No personal table has a trigger or an identity column, and person_id leads every key, so that the
-- tables can be divided by person over several servers.

-- A person whose samples are kept.
create table health.person (
    -- Leads the key of every personal table.
    person_id integer not null generated always as identity,
    -- Name space of the deterministic uuids of imported samples; never changes.
    uuid uuid not null default gen_random_uuid(),
    -- How the operator calls the person; 1 to 200 bytes.
    name text not null,
    -- When the person was added.
    created_at timestamptz not null default now(),
    -- The time at which the erasing of the person began; null for any other person. A person who is
    -- being erased can neither be read nor written. The row is deleted after all other rows of the
    -- person.
    erasing_since timestamptz,
    constraint person_pkey primary key (person_id),
    constraint person_name_key unique (name),
    constraint person_uuid_key unique (uuid),
    constraint person_name_check check (name <> '' and octet_length(name) <= 200)
);
comment on sequence health.person_person_id_seq is 'The numbers of people.';
