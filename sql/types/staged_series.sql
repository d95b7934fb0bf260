-- The summary of a series of a batch, before it is stored.
create type health.staged_series as (
    -- The ordinal of its record.
    ordinal bigint,
    -- As in health.quantity_series.
    count integer,
    -- As in health.quantity_series.
    quantity double precision,
    -- As in health.quantity_series.
    digest bytea
);
