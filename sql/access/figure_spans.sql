-- On a cluster, Citus makes generic plans only for look-ups in one table.
create or replace function health.figure_spans() returns setof health.readable_span
language plpgsql stable parallel safe security definer cost 1000 rows 20
set search_path = pg_catalog, pg_temp
as $$
declare
    span health.readable_span;
begin
    -- Analysts read the figures only of types that they may read at all times.
    if current_setting('role') <> 'healthstore_reader' and session_user <> 'healthstore_reader' then return; end if;
    for span in select * from health.partly_readable_spans() spans where spans.reads <> '{}' loop
        return query
        select span.person_id, array[extent.sample_type_id], inside.reads, span.holder_id, span.is_own, '{}'::tstzmultirange
        from (
            select
                sample_extent.sample_type_id,
                make_interval(secs => 3 * date_part('epoch', sample_extent.longest_duration)) + interval '12 minutes' as margin
            from health.sample_extent
            where sample_extent.person_id = span.person_id and sample_extent.sample_type_id = any (span.sample_type_ids)
                -- The times minus the margin must stay in the range of PostgreSQL.
                and sample_extent.longest_duration < interval '366 days'
        ) extent
        cross join lateral (
            select range_agg(tstzrange(lower(piece) + extent.margin, upper(piece) - extent.margin)) as reads
            from unnest(span.reads) piece
            where (lower(piece) + extent.margin < upper(piece) - extent.margin) is not false
        ) inside
        where inside.reads is not null;
    end loop;
end;
$$;

comment on function health.figure_spans() is
    'For each of health.partly_readable_types, the times in which figures come only from samples that the service may read for its '
    'caller: those of the grants without a margin at both ends. The margin is longer than the time between an instant and a sample '
    'that changes a figure there: 10 minutes for which a value stands, and for samples beside aggregates (health_code.statistics_rule) '
    'three times the length of the longest sample and two minutes.';
