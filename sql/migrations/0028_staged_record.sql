-- Rows that a batch hands over as arrays, one parameter each, so that a batch needs no temporary table. A batch has at most some
-- thousand rows in an array. The table of a running import has the columns of staged_record, too.

create type health.staged_record as (
    ordinal bigint,
    container bigint,
    is_skipped boolean,
    kind smallint,
    uuid uuid,
    sample_type integer,
    source_revision integer,
    device integer,
    start_time timestamptz,
    end_time timestamptz,
    quantity double precision,
    sent_quantity double precision,
    sent_unit integer,
    category_value integer,
    sent_text text,
    duration double precision,
    total_energy_burned double precision,
    total_distance double precision,
    metadata jsonb,
    parts jsonb,
    file text,
    minimum double precision,
    maximum double precision,
    creation_time timestamptz
);

comment on type health.staged_record is
    'A record of a batch or an import before it is stored. Names are given by their index among the names of the batch or import.';
comment on column health.staged_record.ordinal is 'The place of the record in the batch or file, from 0.';
comment on column health.staged_record.container is 'The ordinal of the correlation or workout that contains the sample; null for none.';
comment on column health.staged_record.is_skipped is 'True if the record is compared, but not stored.';
comment on column health.staged_record.kind is
    '0 quantity, 1 category, 2 correlation, 3 workout, 4 another sample, 5 element that is not a sample, 6 sample whose newer '
    'version is stored (the uuid is that of the version), 7 file of an archive, 8 as 6 for a correlation.';
comment on column health.staged_record.uuid is 'The uuid of the sample or element.';
comment on column health.staged_record.sample_type is 'The index of the type.';
comment on column health.staged_record.source_revision is 'The index of the source revision.';
comment on column health.staged_record.device is 'The index of the device; null for none.';
comment on column health.staged_record.start_time is 'The start of the sample, or the time at which the element was exported.';
comment on column health.staged_record.end_time is 'The end of the sample.';
comment on column health.staged_record.quantity is 'The quantity in the canonical unit; null for series and other kinds.';
comment on column health.staged_record.sent_quantity is 'The quantity as sent; null if it equals quantity.';
comment on column health.staged_record.sent_unit is 'The index of the unit as sent.';
comment on column health.staged_record.category_value is 'The value of a category sample, or the activity type of a workout.';
comment on column health.staged_record.sent_text is
    'The value or activity type as sent, if it has no known number, or the name of an element.';
comment on column health.staged_record.duration is 'The duration of a workout in seconds.';
comment on column health.staged_record.total_energy_burned is 'The energy of a workout in kilocalories.';
comment on column health.staged_record.total_distance is 'The distance of a workout in metres.';
comment on column health.staged_record.metadata is 'The metadata of the sample.';
comment on column health.staged_record.parts is 'The parts of the sample, the element, or the content of the file.';
comment on column health.staged_record.file is 'The path of a file, the path that a sample names, or the key of an element.';
comment on column health.staged_record.minimum is 'The minimum of an aggregate.';
comment on column health.staged_record.maximum is 'The maximum of an aggregate.';
comment on column health.staged_record.creation_time is 'As in health.sample.';

create type health.staged_series as (
    ordinal bigint,
    count integer,
    quantity double precision,
    digest bytea
);

comment on type health.staged_series is 'The summary of a series of a batch, before it is stored.';
comment on column health.staged_series.ordinal is 'The ordinal of its record.';
comment on column health.staged_series.count is 'As in health.quantity_series.';
comment on column health.staged_series.quantity is 'As in health.quantity_series.';
comment on column health.staged_series.digest is 'As in health.quantity_series.';

create type health.staged_quantity as (
    ordinal bigint,
    part_index integer,
    start_time timestamptz,
    end_time timestamptz,
    quantity double precision,
    sent_quantity double precision
);

comment on type health.staged_quantity is 'A quantity of a series of a batch, before it is stored.';
comment on column health.staged_quantity.ordinal is 'The ordinal of the record of its series.';
comment on column health.staged_quantity.part_index is 'Its place in the series, from 0.';
comment on column health.staged_quantity.start_time is 'The start of the quantity.';
comment on column health.staged_quantity.end_time is 'The end of the quantity.';
comment on column health.staged_quantity.quantity is 'The value in the canonical unit.';
comment on column health.staged_quantity.sent_quantity is 'The value as sent; null if it equals quantity.';
