create or replace function health.writable_span() returns tstzrange
language plpgsql stable parallel safe security definer cost 1000
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
as $$
begin
    return coalesce((
        select range_merge(range_intersect_agg(span.writes))
        from health.partly_readable_spans() span
        -- If the types have several ranges, or none, in common, the policy uses
        -- health.is_saved_row.
        having range_intersect_agg(span.writes) <> '{}'
            and tstzmultirange(range_merge(range_intersect_agg(span.writes))) = range_intersect_agg(span.writes)), 'empty');
end;
$$;

comment on function health.writable_span() is
    'A range of time in which the user of this session may write all types of health.partly_readable_types.';
