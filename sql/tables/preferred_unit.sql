-- The units that people chose for types. A type without a row is read in
-- health.sample_type.preferred_unit.
create table health.preferred_unit (
    -- Who chose it.
    person_id integer not null,
    -- A quantity type of the catalogue.
    sample_type_id integer not null,
    -- The unit as answers print it, such as count/min or fraction.
    unit_string text not null,
    -- A value in the unit is the canonical value * factor + shift.
    factor double precision not null,
    -- What is added to the product.
    shift double precision not null,
    constraint preferred_unit_pkey primary key (person_id, sample_type_id),
    constraint preferred_unit_unit_string_check check (octet_length(unit_string) <= 200),
    constraint preferred_unit_person_fkey foreign key (person_id)
        references health.person (person_id) on delete cascade,
    constraint preferred_unit_sample_type_fkey foreign key (sample_type_id)
        references health.sample_type (sample_type_id)
);
alter table health.preferred_unit alter column person_id set statistics 0;
