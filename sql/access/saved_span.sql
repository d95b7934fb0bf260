create or replace function health.saved_span() returns tstzrange
language plpgsql stable parallel safe security definer cost 1000
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
as $$
begin
    return coalesce((
        select range_merge(range_agg(span.writes))
        from health.partly_readable_spans() span
        where not span.reads @> span.writes), 'empty');
end;
$$;

comment on function health.saved_span() is
    'The shortest range that contains all times at which the user of this session may read samples only because it saved them.';
