-- The quantities inside of quantity series (HKQuantitySeriesSampleQuery). Each counts as a sample
-- in statistics. The view series_quantity_part shows them with readable names.
create table health.series_quantity (
    -- Whose series.
    person_id integer not null,
    -- The type of the series, in health.sample_type.
    sample_type_id integer not null,
    -- The series, in health.quantity_series and health.sample.
    uuid uuid not null,
    -- Start, not before the start of the series.
    start_time timestamptz not null,
    -- End, exclusive, not after the end of the series; equal to the start for a point.
    end_time timestamptz not null,
    -- Value in the type's canonical unit (as sent, for a type that is not in the catalogue).
    quantity double precision not null,
    -- Who wrote the series, in health.source_revision.
    source_revision_id integer not null,
    -- Its position among the quantities of the series in order of start, from 0.
    ordinal integer not null,
    -- The value as sent, in the sent unit of the series; null where it equals quantity.
    sent_quantity double precision,
    constraint series_quantity_pkey primary key (person_id, uuid, ordinal),
    constraint series_quantity_time_check check (start_time <= end_time)
);
alter table health.series_quantity alter column person_id set statistics 0;

-- The stream of one type in order of start: merged with that of health.sample.
create index series_quantity_stream_idx on health.series_quantity (person_id, sample_type_id, start_time);
