-- Small numbers for texts that repeat in millions of rows. All people share the table.

-- Every unit string that a sample was sent in.
create table health.unit (
    -- The number that samples hold; differs between databases.
    unit_id integer not null generated always as identity,
    -- The unit as sent, in HealthKit's grammar.
    unit_string text not null,
    -- True if HealthKit's grammar of units has the unit. Any other unit is visible only to holders
    -- that may read samples in this unit.
    in_catalogue boolean not null default false,
    constraint unit_pkey primary key (unit_id),
    constraint unit_unit_string_key unique (unit_string),
    constraint unit_unit_string_check check (octet_length(unit_string) <= 200)
);
comment on sequence health.unit_unit_id_seq is 'The numbers of units.';
