-- Small numbers for the texts that repeat in millions of rows. Both tables are shared by all people and are small enough
-- for every node to hold.

create table health.sample_type (
    sample_type_id integer generated always as identity,
    identifier text not null,
    short_name text not null,
    kind text not null,
    aggregation_style text,
    canonical_unit text,
    value_enum text,
    in_catalogue boolean not null,
    constraint sample_type_pkey primary key (sample_type_id),
    constraint sample_type_identifier_key unique (identifier),
    constraint sample_type_kind_check check (kind in ('quantity', 'category', 'correlation', 'workout', 'other'))
);

comment on table health.sample_type is
    'Every sample type that HealthKit''s catalogue or a sample has named; health.quantity_type and its like say more about '
    'those of the catalogue.';
comment on column health.sample_type.sample_type_id is 'The number that samples hold; differs between databases.';
comment on column health.sample_type.identifier is 'HealthKit''s identifier, or the text as sent.';
comment on column health.sample_type.short_name is
    'HealthKit''s name in Swift, such as stepCount; the identifier where there is none.';
comment on column health.sample_type.kind is 'quantity, category, correlation, workout or other.';
comment on column health.sample_type.aggregation_style is
    'HKQuantityAggregationStyle''s name; null for other kinds and where nobody knows it.';
comment on column health.sample_type.canonical_unit is
    'The unit of health.sample.quantity; null for other kinds, and for types that are not in the catalogue, whose quantities '
    'are in the unit as sent.';
comment on column health.sample_type.value_enum is
    'Of category types: the enum of their values in health.category_value; null for those that are not in the catalogue.';
comment on column health.sample_type.in_catalogue is 'False for a type that only a sample has named.';

create table health.unit (
    unit_id integer generated always as identity,
    unit_string text not null,
    constraint unit_pkey primary key (unit_id),
    constraint unit_unit_string_key unique (unit_string),
    constraint unit_unit_string_check check (octet_length(unit_string) <= 200)
);

comment on table health.unit is 'Every unit string that a sample was sent in.';
comment on column health.unit.unit_id is 'The number that samples hold; differs between databases.';
comment on column health.unit.unit_string is 'The unit as sent, in HealthKit''s grammar.';
