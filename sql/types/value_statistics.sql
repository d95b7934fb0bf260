-- The figures of a value of a category type: an element of by_value. value and value_name are those
-- of health.category_sample, and null for all texts that are not in the catalogue. duration is in
-- seconds.
create type health.value_statistics as (
    value integer,
    value_name text,
    count bigint,
    duration double precision
);
