-- Usual spellings of units, understood on input where HealthKit's grammar does not read a unit of
-- the type's dimension.
create table health.unit_spelling (
    -- The spelling, in lower case.
    spelling text not null,
    -- The unit as answers print it, such as count/min or fraction.
    unit_string text not null,
    constraint unit_spelling_pkey primary key (spelling)
);
