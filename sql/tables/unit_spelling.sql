-- Usual spellings of units, understood on input where HealthKit's grammar does not read a unit of
-- the type's dimension.
create table health.unit_spelling (
    -- The spelling, in lower case.
    spelling text not null,
    -- The unit in HealthKit's spelling.
    unit_string text not null,
    constraint unit_spelling_pkey primary key (spelling)
);
