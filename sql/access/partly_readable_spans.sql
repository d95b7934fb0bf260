create or replace function health.partly_readable_spans() returns setof health.readable_span
language plpgsql stable parallel safe security definer cost 1000 rows 2
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
as $$
begin
    return query select * from health.readable_spans() spans where spans.reads <> '{(,)}';
end;
$$;

comment on function health.partly_readable_spans() is
    'The rows of health.readable_spans of types whose samples the user of this session may not read at all times.';
