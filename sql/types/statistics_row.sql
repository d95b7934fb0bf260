-- A row of statistics and statistics_collection. duration is in seconds, all other figures are in
-- unit. by_value is null unless the type is a category type.
create type health.statistics_row as (
    start_time timestamptz,
    end_time timestamptz,
    source text,
    source_id integer,
    count bigint,
    sum double precision,
    average double precision,
    minimum double precision,
    maximum double precision,
    duration double precision,
    most_recent double precision,
    most_recent_start_time timestamptz,
    most_recent_end_time timestamptz,
    sources integer[],
    unit text,
    partial boolean,
    by_value health.value_statistics[]
);
