-- What HealthKit knows of a person and does not sample (HKCharacteristicTypeIdentifier).
create table health.characteristic_type (
    -- HealthKit's identifier.
    identifier text not null,
    -- HealthKit's name in Swift, such as dateOfBirth.
    short_name text not null,
    -- The first iOS release with it.
    ios_introduced text,
    -- date or enum.
    value_type text,
    -- The enum of its values in health.enum_value.
    value_enum text,
    -- The attribute of the export's element Me that holds it.
    export_me_attribute text,
    -- False for one that apps cannot read.
    is_public boolean,
    -- What else is worth knowing.
    note text,
    constraint characteristic_type_pkey primary key (identifier)
);
