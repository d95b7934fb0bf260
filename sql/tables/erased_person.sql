-- The uuids of erased people, without their names. The program keeps the same list in a file
-- outside the database. It erases these people again after an older backup of the database was
-- restored.
create table health.erased_person (
    -- The uuid that the person had in health.person.
    uuid uuid not null,
    -- The time at which the erasing began.
    erased_at timestamptz not null default now(),
    constraint erased_person_pkey primary key (uuid)
);
