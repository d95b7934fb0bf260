create or replace function health.saved_span(of_all_types boolean) returns tstzrange
language plpgsql stable parallel safe security definer cost 1000
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
as $$
begin
    if of_all_types then
        return coalesce((
            select range_merge(range_intersect_agg(span.writes))
            from health.partly_readable_spans() span
            -- If the types have several ranges, or none, in common, the policy uses
            -- health.is_saved_row.
            having range_intersect_agg(span.writes) <> '{}'
                and tstzmultirange(range_merge(range_intersect_agg(span.writes))) = range_intersect_agg(span.writes)), 'empty');
    end if;
    return coalesce((
        select range_merge(range_agg(span.writes))
        from health.partly_readable_spans() span
        where not span.reads @> span.writes), 'empty');
end;
$$;

comment on function health.saved_span(boolean) is
    'With true: a range of time in which the user of this session may write all types of health.partly_readable_types. With false: '
    'the shortest range that contains all times at which the user may read samples only because it saved them.';
