-- HealthKit's own vocabulary: what the identifiers, codes and units in the data mean. Small tables that are the same everywhere;
-- the program fills them whenever its catalogue changed (Sources/HealthCore/Catalogue).

create table health.quantity_type (
    identifier text not null,
    short_name text not null,
    aggregation_style text,
    aggregation_style_before_ios_26_4 text,
    canonical_unit text,
    unit_dimension text,
    percent_stored_as_fraction boolean,
    ios_introduced text,
    app_read_only boolean,
    export_xml_units_observed text,
    note text,
    constraint quantity_type_pkey primary key (identifier)
);

comment on table health.quantity_type is 'HealthKit''s quantity types (HKQuantityTypeIdentifier).';
comment on column health.quantity_type.identifier is 'The identifier as apps send it and exports print it.';
comment on column health.quantity_type.short_name is 'HealthKit''s name in Swift, such as stepCount.';
comment on column health.quantity_type.aggregation_style is 'HKQuantityAggregationStyle: cumulative, discreteArithmetic, discreteTemporallyWeighted or discreteEquivalentContinuousLevel; null where nobody knows it.';
comment on column health.quantity_type.aggregation_style_before_ios_26_4 is 'The style in older releases, where it was another.';
comment on column health.quantity_type.canonical_unit is 'The unit of health.sample.quantity for this type.';
comment on column health.quantity_type.unit_dimension is 'What the unit measures.';
comment on column health.quantity_type.percent_stored_as_fraction is 'True where a value of 0.25 means 25 %.';
comment on column health.quantity_type.ios_introduced is 'The first iOS release with it.';
comment on column health.quantity_type.app_read_only is 'True where apps may only read it; null where unknown.';
comment on column health.quantity_type.export_xml_units_observed is 'Units seen in exports, which follow the person''s settings.';
comment on column health.quantity_type.note is 'What else is worth knowing.';

create table health.category_type (
    identifier text not null,
    raw_string text not null,
    short_name text not null,
    ios_introduced text,
    value_enum text,
    app_read_only boolean,
    deprecated text,
    note text,
    constraint category_type_pkey primary key (identifier)
);

comment on table health.category_type is 'HealthKit''s category types (HKCategoryTypeIdentifier).';
comment on column health.category_type.identifier is 'Name of HealthKit''s constant.';
comment on column health.category_type.raw_string is 'The identifier as apps send it and exports print it.';
comment on column health.category_type.short_name is 'HealthKit''s name in Swift, such as sleepAnalysis.';
comment on column health.category_type.ios_introduced is 'The first iOS release with it.';
comment on column health.category_type.value_enum is 'The enum of its values in health.category_value.';
comment on column health.category_type.app_read_only is 'True where apps may only read it; null where unknown.';
comment on column health.category_type.deprecated is 'Whether HealthKit has deprecated it.';
comment on column health.category_type.note is 'What else is worth knowing.';

create table health.category_value (
    enum text not null,
    raw_value integer not null,
    case_name text not null,
    export_xml_string text,
    enum_ios_introduced text,
    deprecated text,
    note text,
    constraint category_value_pkey primary key (enum, case_name)
);

comment on table health.category_value is 'The values of HealthKit''s category types.';
comment on column health.category_value.enum is 'The enum, which health.category_type names.';
comment on column health.category_value.raw_value is 'What health.sample.category_value holds; a renamed case has the number of the new one.';
comment on column health.category_value.case_name is 'The name in Swift, such as asleepREM.';
comment on column health.category_value.export_xml_string is 'What exports print.';
comment on column health.category_value.enum_ios_introduced is 'The first iOS release with the enum.';
comment on column health.category_value.deprecated is 'Whether HealthKit has deprecated it.';
comment on column health.category_value.note is 'What else is worth knowing.';

create table health.correlation_type (
    identifier text not null,
    short_name text not null,
    ios_introduced text,
    contained_types text,
    export_xml_element text,
    note text,
    constraint correlation_type_pkey primary key (identifier)
);

comment on table health.correlation_type is 'HealthKit''s correlation types (HKCorrelationTypeIdentifier).';
comment on column health.correlation_type.identifier is 'The identifier as apps send it and exports print it.';
comment on column health.correlation_type.short_name is 'HealthKit''s name in Swift, such as bloodPressure.';
comment on column health.correlation_type.ios_introduced is 'The first iOS release with it.';
comment on column health.correlation_type.contained_types is 'Which samples it contains.';
comment on column health.correlation_type.export_xml_element is 'The element of exports that holds it.';
comment on column health.correlation_type.note is 'What else is worth knowing.';

create table health.characteristic_type (
    identifier text not null,
    short_name text not null,
    ios_introduced text,
    value_type text,
    value_enum text,
    export_me_attribute text,
    is_public boolean,
    note text,
    constraint characteristic_type_pkey primary key (identifier)
);

comment on table health.characteristic_type is 'What HealthKit knows of a person and does not sample (HKCharacteristicTypeIdentifier).';
comment on column health.characteristic_type.identifier is 'HealthKit''s identifier.';
comment on column health.characteristic_type.short_name is 'HealthKit''s name in Swift, such as dateOfBirth.';
comment on column health.characteristic_type.ios_introduced is 'The first iOS release with it.';
comment on column health.characteristic_type.value_type is 'date or enum.';
comment on column health.characteristic_type.value_enum is 'The enum of its values in health.enum_value.';
comment on column health.characteristic_type.export_me_attribute is 'The attribute of the export''s element Me that holds it.';
comment on column health.characteristic_type.is_public is 'False for one that apps cannot read.';
comment on column health.characteristic_type.note is 'What else is worth knowing.';

create table health.other_sample_type (
    constant text,
    raw_string text,
    short_name text,
    api_class text,
    category text,
    ios_introduced text,
    is_sample boolean,
    export_xml_representation text,
    main_fields text,
    note text
);

comment on table health.other_sample_type is 'HealthKit''s objects that are neither quantity, category nor correlation.';
comment on column health.other_sample_type.constant is 'Name of HealthKit''s constant.';
comment on column health.other_sample_type.raw_string is 'The identifier as apps send it; null for parts that have none.';
comment on column health.other_sample_type.short_name is 'A name like those of the other types.';
comment on column health.other_sample_type.api_class is 'HealthKit''s class.';
comment on column health.other_sample_type.category is 'What it is about.';
comment on column health.other_sample_type.ios_introduced is 'The first iOS release with it.';
comment on column health.other_sample_type.is_sample is 'Whether it is an HKSample; null where unknown.';
comment on column health.other_sample_type.export_xml_representation is 'How exports show it.';
comment on column health.other_sample_type.main_fields is 'What it holds.';
comment on column health.other_sample_type.note is 'What else is worth knowing.';

create table health.workout_activity_type (
    raw_value integer not null,
    case_name text not null,
    export_xml_string text,
    ios_introduced text,
    deprecated text,
    deprecated_in_ios text,
    note text,
    constraint workout_activity_type_pkey primary key (raw_value)
);

comment on table health.workout_activity_type is 'HealthKit''s kinds of workouts (HKWorkoutActivityType).';
comment on column health.workout_activity_type.raw_value is 'What health.workout.activity_type holds.';
comment on column health.workout_activity_type.case_name is 'The name in Swift, such as running.';
comment on column health.workout_activity_type.export_xml_string is 'What exports print.';
comment on column health.workout_activity_type.ios_introduced is 'The first iOS release with it.';
comment on column health.workout_activity_type.deprecated is 'Whether HealthKit has deprecated it.';
comment on column health.workout_activity_type.deprecated_in_ios is 'The release that deprecated it.';
comment on column health.workout_activity_type.note is 'What else is worth knowing.';

create table health.workout_event_type (
    raw_value integer not null,
    case_name text not null,
    export_xml_string text,
    ios_introduced text,
    may_have_duration text,
    meaning text,
    constraint workout_event_type_pkey primary key (raw_value)
);

comment on table health.workout_event_type is 'What can happen in a workout (HKWorkoutEventType).';
comment on column health.workout_event_type.raw_value is 'HealthKit''s number.';
comment on column health.workout_event_type.case_name is 'The name in Swift, such as pause.';
comment on column health.workout_event_type.export_xml_string is 'What exports print.';
comment on column health.workout_event_type.ios_introduced is 'The first iOS release with it.';
comment on column health.workout_event_type.may_have_duration is 'Whether it may last.';
comment on column health.workout_event_type.meaning is 'What happened.';

create table health.metadata_key (
    constant text not null,
    raw_key text,
    ios_introduced text,
    value_type text,
    enum_or_unit text,
    applies_to text,
    meaning text,
    export_xml_value_example text,
    constraint metadata_key_pkey primary key (constant)
);

comment on table health.metadata_key is 'The metadata keys that HealthKit defines (HKMetadataKey…); apps add keys of their own.';
comment on column health.metadata_key.constant is 'Name of HealthKit''s constant.';
comment on column health.metadata_key.raw_key is 'The key in health.sample_detail.metadata.';
comment on column health.metadata_key.ios_introduced is 'The first iOS release with it.';
comment on column health.metadata_key.value_type is 'What kind of value it has.';
comment on column health.metadata_key.enum_or_unit is 'The enum of its values in health.enum_value, or their unit.';
comment on column health.metadata_key.applies_to is 'Which samples have it.';
comment on column health.metadata_key.meaning is 'What it says.';
comment on column health.metadata_key.export_xml_value_example is 'What an export prints.';

create table health.enum_value (
    enum text not null,
    raw_value integer,
    case_name text not null,
    objc_constant text,
    enum_ios_introduced text,
    deprecated text,
    note text,
    constraint enum_value_pkey primary key (enum, case_name)
);

comment on table health.enum_value is 'The values of HealthKit''s other enums, which metadata and special samples use.';
comment on column health.enum_value.enum is 'The enum.';
comment on column health.enum_value.raw_value is 'HealthKit''s number; null where unknown.';
comment on column health.enum_value.case_name is 'The name in Swift.';
comment on column health.enum_value.objc_constant is 'The name in Objective-C, which exports print.';
comment on column health.enum_value.enum_ios_introduced is 'The first iOS release with the enum.';
comment on column health.enum_value.deprecated is 'Whether HealthKit has deprecated it.';
comment on column health.enum_value.note is 'What else is worth knowing.';

create table health.unit_symbol (
    symbol text not null,
    alternate_symbol text,
    name text,
    dimension text,
    base_unit text,
    factor_to_base text,
    offset_to_base text,
    conversion text,
    si_unit text,
    factor_to_si text,
    si_prefixable boolean,
    ios_introduced text,
    note text,
    constraint unit_symbol_pkey primary key (symbol)
);

comment on table health.unit_symbol is 'The symbols of HealthKit''s unit strings (HKUnit).';
comment on column health.unit_symbol.symbol is 'As HealthKit prints it.';
comment on column health.unit_symbol.alternate_symbol is 'Another spelling that is read.';
comment on column health.unit_symbol.name is 'What it is called.';
comment on column health.unit_symbol.dimension is 'What it measures.';
comment on column health.unit_symbol.base_unit is 'Units of one base unit convert into each other.';
comment on column health.unit_symbol.factor_to_base is 'A value in the base unit is value × factor + offset; decimal, a fraction such as 5/9, or a formula of the molar mass M.';
comment on column health.unit_symbol.offset_to_base is 'See factor_to_base.';
comment on column health.unit_symbol.conversion is 'linear, affine or logarithmic (note says how).';
comment on column health.unit_symbol.si_unit is 'The unit of the SI for it.';
comment on column health.unit_symbol.factor_to_si is 'Factor to that unit.';
comment on column health.unit_symbol.si_prefixable is 'Whether a prefix may stand before it.';
comment on column health.unit_symbol.ios_introduced is 'The first iOS release with it.';
comment on column health.unit_symbol.note is 'What else is worth knowing.';

create table health.unit_prefix (
    symbol text not null,
    name text,
    exponent_of_ten integer not null,
    raw_value integer,
    ios_introduced text,
    note text,
    constraint unit_prefix_pkey primary key (symbol)
);

comment on table health.unit_prefix is 'The prefixes of HealthKit''s unit strings (HKMetricPrefix).';
comment on column health.unit_prefix.symbol is 'As HealthKit prints it.';
comment on column health.unit_prefix.name is 'What it is called.';
comment on column health.unit_prefix.exponent_of_ten is 'The power of ten by which it multiplies.';
comment on column health.unit_prefix.raw_value is 'HealthKit''s number.';
comment on column health.unit_prefix.ios_introduced is 'The first iOS release with it.';
comment on column health.unit_prefix.note is 'What else is worth knowing.';

create table health.unit_printed_form (
    printed_form text not null,
    accepted_inputs text,
    seen_for text,
    constraint unit_printed_form_pkey primary key (printed_form)
);

comment on table health.unit_printed_form is 'How HealthKit prints composed units, whatever the spelling.';
comment on column health.unit_printed_form.printed_form is 'As HealthKit and exports print it.';
comment on column health.unit_printed_form.accepted_inputs is 'Spellings that mean the same.';
comment on column health.unit_printed_form.seen_for is 'Where it was seen.';
