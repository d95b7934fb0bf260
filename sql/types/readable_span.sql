-- A row of health.readable_spans.
create type health.readable_span as (
    person_id integer,
    sample_type_ids integer[],
    reads tstzmultirange,
    holder_id integer,
    is_own boolean,
    writes tstzmultirange
);
