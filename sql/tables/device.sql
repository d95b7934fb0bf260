-- Hardware that made samples (HKDevice). A field is null where it was not sent.
create table health.device (
    -- Whose device.
    person_id integer not null,
    -- Counts the person's devices, from 1.
    device_id integer not null,
    -- Such as Apple Watch.
    name text,
    -- Such as Apple Inc.
    manufacturer text,
    -- Such as Watch.
    model text,
    -- Such as Watch6,1.
    hardware_version text,
    -- As sent.
    firmware_version text,
    -- As sent.
    software_version text,
    -- As sent.
    local_identifier text,
    -- Unique device identifier of the FDA, as sent.
    udi_device_identifier text,
    -- As printed by newer exports.
    creation_date text,
    -- A description that could not be taken apart; every other field is then null.
    unparsed text,
    constraint device_pkey primary key (person_id, device_id),
    constraint device_person_fkey foreign key (person_id)
        references health.person (person_id) on delete cascade
);
alter table health.device alter column person_id set statistics 0;
