-- The prefixes of HealthKit's unit strings (HKMetricPrefix).
create table health.unit_prefix (
    -- As HealthKit prints it.
    symbol text not null,
    -- What it is called.
    name text,
    -- The power of ten by which it multiplies.
    exponent_of_ten integer not null,
    -- HealthKit's number.
    raw_value integer,
    -- The first iOS release with it.
    ios_introduced text,
    -- What else is worth knowing.
    note text,
    constraint unit_prefix_pkey primary key (symbol)
);
