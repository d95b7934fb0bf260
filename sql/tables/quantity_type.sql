-- HealthKit's own vocabulary. The program fills the tables of the catalogue when its catalogue has
-- changed; see Sources/HealthCore/Catalogue.

-- HealthKit's quantity types (HKQuantityTypeIdentifier).
create table health.quantity_type (
    -- The identifier as apps send it and exports print it.
    identifier text not null,
    -- HealthKit's name in Swift, such as stepCount.
    short_name text not null,
    -- HKQuantityAggregationStyle: cumulative, discreteArithmetic, discreteTemporallyWeighted or
    -- discreteEquivalentContinuousLevel; null if it is not known.
    aggregation_style text,
    -- The style in older releases, where it was another.
    aggregation_style_before_ios_26_4 text,
    -- The unit of health.sample.quantity for this type.
    canonical_unit text,
    -- What the unit measures.
    unit_dimension text,
    -- True where a value of 0.25 means 25 %.
    percent_stored_as_fraction boolean,
    -- The first iOS release with it.
    ios_introduced text,
    -- True where apps may only read it; null where unknown.
    app_read_only boolean,
    -- Units seen in exports, which follow the person's settings.
    export_xml_units_observed text,
    -- What else is worth knowing.
    note text,
    -- The Health app's name of the type.
    display_name text,
    -- The Health app's group, a row of health.type_group.
    display_group text,
    -- The unit that an export of a phone with metric settings prints; people read values in it
    -- unless they choose another.
    preferred_unit text,
    -- Other units that people choose, separated by "; ".
    other_units text,
    constraint quantity_type_pkey primary key (identifier)
);
