-- The values of HealthKit's category types.
create table health.category_value (
    -- The enum, which health.category_type names.
    enum text not null,
    -- What health.sample.category_value holds; a renamed case has the number of the new one.
    raw_value integer not null,
    -- The name in Swift, such as asleepREM.
    case_name text not null,
    -- What exports print.
    export_xml_string text,
    -- The first iOS release with the enum.
    enum_ios_introduced text,
    -- Whether HealthKit has deprecated it.
    deprecated text,
    -- What else is worth knowing.
    note text,
    constraint category_value_pkey primary key (enum, case_name)
);
