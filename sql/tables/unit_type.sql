-- The types of the samples that were sent in each unit that is not in the catalogue. A holder that
-- may read none of these types may not read the unit.
create table health.unit_type (
    -- The person to whom the samples belong.
    person_id integer not null,
    -- The unit, in health.unit.
    unit_id integer not null,
    -- The type, in health.sample_type.
    sample_type_id integer not null,
    constraint unit_type_pkey primary key (person_id, unit_id, sample_type_id)
);
alter table health.unit_type alter column person_id set statistics 0;
