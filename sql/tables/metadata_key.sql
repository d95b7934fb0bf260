-- The metadata keys that HealthKit defines (HKMetadataKey…); apps add keys of their own.
create table health.metadata_key (
    -- Name of HealthKit's constant.
    constant text not null,
    -- The key in health.sample_detail.metadata.
    raw_key text,
    -- The first iOS release with it.
    ios_introduced text,
    -- What kind of value it has.
    value_type text,
    -- The enum of its values in health.enum_value, or their unit.
    enum_or_unit text,
    -- Which samples have it.
    applies_to text,
    -- What it says.
    meaning text,
    -- What an export prints.
    export_xml_value_example text,
    constraint metadata_key_pkey primary key (constant)
);
