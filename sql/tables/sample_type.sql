-- Small numbers for texts that repeat in millions of rows. All people share the table.

-- Every sample type that HealthKit's catalogue or a sample has named; health.quantity_type and its
-- like say more about those of the catalogue.
create table health.sample_type (
    -- The number that samples hold; differs between databases.
    sample_type_id integer not null generated always as identity,
    -- HealthKit's identifier, or the text as sent.
    identifier text not null,
    -- HealthKit's name in Swift, such as stepCount; the identifier if it has none.
    short_name text not null,
    -- quantity, category, correlation, workout or other.
    kind text not null,
    -- HKQuantityAggregationStyle's name; null for other kinds, and if it is not known.
    aggregation_style text,
    -- The unit of health.sample.quantity; null for other kinds, and for types that are not in the
    -- catalogue, whose quantities are in the unit as sent.
    canonical_unit text,
    -- Of category types: the enum of their values in health.category_value; null for those that are
    -- not in the catalogue.
    value_enum text,
    -- False for a type that only a sample has named.
    in_catalogue boolean not null,
    -- The unit in which people read values unless they choose another (health.preferred_unit); null
    -- where canonical_unit is.
    preferred_unit text,
    -- The Health app's name, such as Resting Heart Rate; null for types that are not in the
    -- catalogue.
    display_name text,
    -- The Health app's group, a row of health.type_group; null for types that are not in the
    -- catalogue.
    display_group text,
    -- A value in preferred_unit is the canonical value * preferred_factor + preferred_shift; null
    -- where preferred_unit is.
    preferred_factor double precision,
    -- As preferred_factor.
    preferred_shift double precision,
    -- The group by which access is granted: activity, heart, sleep, body, nutrition, respiratory,
    -- mobility, hearing, mind, reproductive, clinical, routes or other. A type that is not in the
    -- catalogue is in other.
    access_group text not null default 'other',
    constraint sample_type_pkey primary key (sample_type_id),
    constraint sample_type_identifier_key unique (identifier),
    constraint sample_type_kind_check check (kind in ('quantity', 'category', 'correlation', 'workout', 'other'))
);
comment on sequence health.sample_type_sample_type_id_seq is 'The numbers of sample types.';
