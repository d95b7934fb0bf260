-- The values of HealthKit's other enums, which metadata and special samples use.
create table health.enum_value (
    -- The enum.
    enum text not null,
    -- HealthKit's number; null where unknown.
    raw_value integer,
    -- The name in Swift.
    case_name text not null,
    -- The name in Objective-C, which exports print.
    objc_constant text,
    -- The first iOS release with the enum.
    enum_ios_introduced text,
    -- Whether HealthKit has deprecated it.
    deprecated text,
    -- What else is worth knowing.
    note text,
    constraint enum_value_pkey primary key (enum, case_name)
);
