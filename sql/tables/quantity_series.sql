-- A series (HKQuantitySeriesSample) is also a row of health.sample, whose quantity is null.
-- Statistics read the quantities of health.series_quantity instead. HealthKit condenses the
-- samples of old workouts into series.

-- What a quantity series has beside the columns of health.sample (HKQuantitySeriesSample).
create table health.quantity_series (
    -- Whose series.
    person_id integer not null,
    -- The sample.
    uuid uuid not null,
    -- How many rows of health.series_quantity it has.
    count integer not null,
    -- HealthKit's summary in the type's canonical unit: as sent, or the sum (of cumulative types)
    -- or plain average of the quantities. No statistics are made from it.
    quantity double precision not null,
    -- SHA-256 of the quantities as sent: tells whether they changed.
    digest bytea not null,
    constraint quantity_series_pkey primary key (person_id, uuid),
    constraint quantity_series_count_check check (count > 0)
);
alter table health.quantity_series alter column person_id set statistics 0;
