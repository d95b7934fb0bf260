-- A quantity of a series of a batch, before it is stored.
create type health.staged_quantity as (
    -- The ordinal of the record of its series.
    ordinal bigint,
    -- Its position in the series, from 0.
    part_index integer,
    -- The start of the quantity.
    start_time timestamptz,
    -- The end of the quantity.
    end_time timestamptz,
    -- The value in the canonical unit.
    quantity double precision,
    -- The value as sent; null if it equals quantity.
    sent_quantity double precision
);
