-- Quantity series (HKQuantitySeriesSample): samples that hold many quantities of their own. HealthKit condenses the samples
-- of old workouts into them, so statistics must see the quantities inside as if they were samples still.
--
-- The series itself is a row of health.sample like any other, so that identity, deletion and change are said there. Its quantity
-- there is null: what computes figures from samples looks for quantities, and finds those of health.series_quantity instead.

create table health.quantity_series (
    person_id integer not null,
    uuid uuid not null,
    count integer not null,
    quantity double precision not null,
    digest bytea not null,
    constraint quantity_series_pkey primary key (person_id, uuid),
    constraint quantity_series_count_check check (count > 0)
);

comment on table health.quantity_series is
    'What a quantity series has beside the columns of health.sample (HKQuantitySeriesSample).';
comment on column health.quantity_series.person_id is 'Whose series.';
comment on column health.quantity_series.uuid is 'The sample.';
comment on column health.quantity_series.count is 'How many rows of health.series_quantity it has.';
comment on column health.quantity_series.quantity is
    'HealthKit''s summary in the type''s canonical unit: as sent, or the sum (of cumulative types) or plain average of the quantities. '
    'No statistics are made from it.';
comment on column health.quantity_series.digest is 'SHA-256 of the quantities as sent: tells whether they changed.';

create table health.series_quantity (
    person_id integer not null,
    sample_type_id integer not null,
    uuid uuid not null,
    start_time timestamptz not null,
    end_time timestamptz not null,
    quantity double precision not null,
    source_revision_id integer not null,
    ordinal integer not null,
    sent_quantity double precision,
    constraint series_quantity_pkey primary key (person_id, uuid, ordinal),
    constraint series_quantity_time_check check (start_time <= end_time)
);

create index series_quantity_stream_idx on health.series_quantity (person_id, sample_type_id, start_time)
    include (end_time, quantity, source_revision_id, uuid, ordinal);

comment on table health.series_quantity is
    'The quantities inside of quantity series (HKQuantitySeriesSampleQuery), each of which counts as a sample in statistics. The view '
    'series_quantity_part shows them with readable names.';
comment on column health.series_quantity.person_id is 'Whose series.';
comment on column health.series_quantity.sample_type_id is 'The type of the series, in health.sample_type.';
comment on column health.series_quantity.uuid is 'The series, in health.quantity_series and health.sample.';
comment on column health.series_quantity.start_time is 'Start, not before the start of the series.';
comment on column health.series_quantity.end_time is
    'End, exclusive, not after the end of the series; equal to the start for a point.';
comment on column health.series_quantity.quantity is
    'Value in the type''s canonical unit (as sent, for a type that is not in the catalogue).';
comment on column health.series_quantity.source_revision_id is 'Who wrote the series, in health.source_revision.';
comment on column health.series_quantity.ordinal is 'Its place among the quantities of the series in order of start, from 0.';
comment on column health.series_quantity.sent_quantity is
    'The value as sent, in the sent unit of the series; null where it equals quantity.';
comment on index health.series_quantity_stream_idx is
    'The stream of one type in order of start, without touching the heap: merged with that of health.sample.';

comment on column health.sample.quantity is
    'Value of a quantity sample in the type''s canonical unit (as sent, for a type that is not in the catalogue); null for '
    'other kinds, and for a series, whose quantities are in health.series_quantity.';
comment on column health.sample.sent_quantity is
    'The value as sent; null where it equals quantity, and for a series whose summary was not sent.';
