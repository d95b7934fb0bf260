-- A batch is sent as arrays of rows, one parameter for each type, so that it needs no temporary
-- table. The table of a running import also has these columns.

-- A record of a batch or an import before it is stored. Names are given by their index among the
-- names of the batch or import.
create type health.staged_record as (
    -- The position of the record in the batch or file, from 0.
    ordinal bigint,
    -- The ordinal of the correlation or workout that contains the sample; null for none.
    container bigint,
    -- True if the record is compared, but not stored.
    is_skipped boolean,
    -- 0 quantity, 1 category, 2 correlation, 3 workout, 4 another sample, 5 element that is not a
    -- sample, 6 sample whose newer version is stored (the uuid is that of the version), 7 file of
    -- an archive, 8 as 6 for a correlation.
    kind smallint,
    -- The uuid of the sample or element.
    uuid uuid,
    -- The index of the type.
    sample_type integer,
    -- The index of the source revision.
    source_revision integer,
    -- The index of the device; null for none.
    device integer,
    -- The start of the sample, or the time at which the element was exported.
    start_time timestamptz,
    -- The end of the sample.
    end_time timestamptz,
    -- The quantity in the canonical unit; null for series and other kinds.
    quantity double precision,
    -- The quantity as sent; null if it equals quantity.
    sent_quantity double precision,
    -- The index of the unit as sent.
    sent_unit integer,
    -- The value of a category sample, or the activity type of a workout.
    category_value integer,
    -- The value or activity type as sent, if it has no known number, or the name of an element.
    sent_text text,
    -- The duration of a workout in seconds.
    duration double precision,
    -- The energy of a workout in kilocalories.
    total_energy_burned double precision,
    -- The distance of a workout in metres.
    total_distance double precision,
    -- The metadata of the sample.
    metadata jsonb,
    -- The parts of the sample, the element, or the content of the file.
    parts jsonb,
    -- The path of a file, the path that a sample names, or the key of an element.
    file text,
    -- The minimum of an aggregate.
    minimum double precision,
    -- The maximum of an aggregate.
    maximum double precision,
    -- As in health.sample.
    creation_time timestamptz
);
