-- The units in which people read quantity types. A value in the unit is the canonical value *
-- factor + shift.
create table health.type_unit (
    -- The type, as health.sample_type.identifier.
    identifier text not null,
    -- The unit as answers print it, such as count/min or fraction.
    unit_string text not null,
    -- By which a canonical value is multiplied.
    factor double precision not null,
    -- What is added to the product; 0 but for temperatures.
    shift double precision not null,
    -- True for the type's preferred unit, one for each type.
    is_preferred boolean not null,
    -- True for the unit of stored values, one for each type.
    is_canonical boolean not null,
    constraint type_unit_pkey primary key (identifier, unit_string)
);
