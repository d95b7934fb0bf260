-- HealthKit's objects that are neither quantity, category nor correlation.
create table health.other_sample_type (
    -- Name of HealthKit's constant.
    constant text,
    -- The identifier as apps send it; null for parts that have none.
    raw_string text,
    -- A name like those of the other types.
    short_name text,
    -- HealthKit's class.
    api_class text,
    -- What it is about.
    category text,
    -- The first iOS release with it.
    ios_introduced text,
    -- Whether it is an HKSample; null where unknown.
    is_sample boolean,
    -- How exports show it.
    export_xml_representation text,
    -- What it holds.
    main_fields text,
    -- What else is worth knowing.
    note text,
    -- The Health app's name of the type.
    display_name text,
    -- The Health app's group, a row of health.type_group.
    display_group text
);
