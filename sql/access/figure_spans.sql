create or replace function health.figure_spans() returns setof health.readable_span
language plpgsql stable parallel safe security definer cost 1000 rows 20
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
as $$
begin
    -- Analysts read the figures only of types that they may read at all times.
    if current_setting('role') <> 'healthstore_reader' and session_user <> 'healthstore_reader' then return; end if;
    return query
    select
        span.person_id, array[extent.sample_type_id], inner_times.reads, span.holder_id, span.is_own, '{}'::tstzmultirange
    from health.partly_readable_spans() span
    cross join lateral unnest(span.sample_type_ids) listed (sample_type_id)
    cross join lateral (
        select
            sample_extent.sample_type_id,
            make_interval(secs => 3 * date_part('epoch', sample_extent.longest_duration)) + interval '12 minutes' as margin
        from health.sample_extent
        where sample_extent.person_id = span.person_id and sample_extent.sample_type_id = listed.sample_type_id
            -- The times minus the margin must stay in the range of PostgreSQL.
            and sample_extent.longest_duration < interval '366 days'
        offset 0
    ) extent
    cross join lateral (
        select range_agg(tstzrange(lower(piece) + extent.margin, upper(piece) - extent.margin)) as reads
        from unnest(span.reads) piece
        where (lower(piece) + extent.margin < upper(piece) - extent.margin) is not false
    ) inner_times
    where inner_times.reads is not null;
end;
$$;

comment on function health.figure_spans() is
    'For each of health.partly_readable_types, the times in which figures come only from samples that the service may read for its '
    'caller: those of the grants without a margin at both ends. The margin is longer than the time between an instant and a sample '
    'that changes a figure there: 10 minutes for which a value stands, and for samples beside aggregates (health_code.statistics_rule) '
    'three times the length of the longest sample and two minutes.';
