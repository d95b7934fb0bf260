-- The types of the samples that each device has or had. A holder that may read none of these types
-- may not read the device.
create table health.device_type (
    -- The person to whom the device belongs.
    person_id integer not null,
    -- The device, in health.device.
    device_id integer not null,
    -- The type, in health.sample_type.
    sample_type_id integer not null,
    constraint device_type_pkey primary key (person_id, device_id, sample_type_id)
);
alter table health.device_type alter column person_id set statistics 0;
