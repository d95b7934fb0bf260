-- The symbols of HealthKit's unit strings (HKUnit). Its % is fraction, because its values go from 0
-- to 1.
create table health.unit_symbol (
    -- As answers print it.
    symbol text not null,
    -- Another spelling that is read.
    alternate_symbol text,
    -- What it is called.
    name text,
    -- What it measures.
    dimension text,
    -- Units of one base unit convert into each other.
    base_unit text,
    -- A value in the base unit is value × factor + offset; decimal, a fraction such as 5/9, or a
    -- formula of the molar mass M.
    factor_to_base text,
    -- See factor_to_base.
    offset_to_base text,
    -- linear, affine or logarithmic (note says how).
    conversion text,
    -- The unit of the SI for it.
    si_unit text,
    -- Factor to that unit.
    factor_to_si text,
    -- Whether a prefix may stand before it.
    si_prefixable boolean,
    -- The first iOS release with it.
    ios_introduced text,
    -- What else is worth knowing.
    note text,
    constraint unit_symbol_pkey primary key (symbol)
);
