-- HealthKit's correlation types (HKCorrelationTypeIdentifier).
create table health.correlation_type (
    -- The identifier as apps send it and exports print it.
    identifier text not null,
    -- HealthKit's name in Swift, such as bloodPressure.
    short_name text not null,
    -- The first iOS release with it.
    ios_introduced text,
    -- Which samples it contains.
    contained_types text,
    -- The element of exports that holds it.
    export_xml_element text,
    -- What else is worth knowing.
    note text,
    -- The Health app's name of the type.
    display_name text,
    -- The Health app's group, a row of health.type_group.
    display_group text,
    constraint correlation_type_pkey primary key (identifier)
);
