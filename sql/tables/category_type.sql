-- HealthKit's category types (HKCategoryTypeIdentifier).
create table health.category_type (
    -- Name of HealthKit's constant.
    identifier text not null,
    -- The identifier as apps send it and exports print it.
    raw_string text not null,
    -- HealthKit's name in Swift, such as sleepAnalysis.
    short_name text not null,
    -- The first iOS release with it.
    ios_introduced text,
    -- The enum of its values in health.category_value.
    value_enum text,
    -- True where apps may only read it; null where unknown.
    app_read_only boolean,
    -- Whether HealthKit has deprecated it.
    deprecated text,
    -- What else is worth knowing.
    note text,
    -- The Health app's name of the type.
    display_name text,
    -- The Health app's group, a row of health.type_group.
    display_group text,
    constraint category_type_pkey primary key (identifier)
);
