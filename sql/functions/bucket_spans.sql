create function health_code.bucket_spans(
    for_person_id integer, for_sample_type_id integer, start_times timestamptz[], end_times timestamptz[],
    uses_rows boolean,
    out days tstzmultirange, out hours tstzmultirange, out from_times timestamptz[], out to_times timestamptz[])
language plpgsql stable parallel safe
-- The settings are those of health_code.bucket_statistics, which calls it.
as $$
#variable_conflict use_column
declare
    -- The times of the buckets that no row answers so far.
    rest tstzmultirange;
    stale tstzmultirange;
    -- The times in which a row is stale, or a bucket begins or ends inside of a row.
    other tstzmultirange;
begin
    days := '{}';
    hours := '{}';
    select coalesce(range_agg(tstzrange(bucket.start_time, bucket.end_time)), '{}')
    into rest
    from unnest(start_times, end_times) bucket (start_time, end_time)
    where bucket.start_time < bucket.end_time;
    -- Rows are not visible to a caller who may read only a part of the samples.
    if uses_rows and not isempty(rest) and health.reads_type(for_person_id, for_sample_type_id) then
        select coalesce(range_agg(tstzrange(mark.from_time, mark.to_time)), '{}')
        into stale
        from health.mark
        where mark.person_id = for_person_id and mark.sample_type_id = for_sample_type_id;
        -- Shorter buckets contain no day.
        if exists (
            select 1
            from unnest(start_times, end_times) bucket (start_time, end_time)
            where bucket.end_time - bucket.start_time > interval '20 hours')
        then
            with edge as materialized (
                -- width_bucket would copy an array for each row if it were a parameter.
                select start_times, end_times
            )
            select coalesce(range_agg(day.period), '{}') + stale
            into other
            from (
                select
                    day.start_time, day.end_time, tstzrange(day.start_time, day.end_time) as period,
                    width_bucket(day.start_time, (select edge.start_times from edge)) as number
                from health.day
                where day.person_id = for_person_id and day.sample_type_id = for_sample_type_id and day.source_id = 0
                    -- A day begins and ends at most two days before or after its date in UTC.
                    and day.date >= (lower(rest) at time zone 'UTC')::date - 2
                    and day.date <= (upper(rest) at time zone 'UTC')::date + 2
                offset 0
            ) day
            where (day.start_time >= (select edge.start_times from edge)[day.number]
                and day.end_time <= (select edge.end_times from edge)[day.number]
                and not stale && day.period) is not true;
            days := rest - other;
            rest := rest * other;
            if isempty(rest) then return; end if;
        end if;
        select coalesce(range_agg(tstzrange(
            date_trunc('hour', cut.from_time, 'UTC'), date_trunc('hour', cut.to_time, 'UTC'))), '{}')
        into other
        from (
            select lower(span.period), upper(span.period) + interval '00:59:59.999999' from unnest(stale) span (period)
            union all
            select edge.time, edge.time + interval '1 hour'
            from (
                select unnest(start_times || end_times)
                union all
                select unnest(array[lower(span.period), upper(span.period)]) from unnest(rest) span (period)
            ) edge (time)
            where edge.time <> date_trunc('hour', edge.time, 'UTC')
        ) cut (from_time, to_time);
        hours := rest - other;
        rest := rest * other;
    end if;
    with edge as materialized (
        select start_times, end_times
    ), piece as (
        select
            greatest(near.from_time, (select edge.start_times from edge)[near.number]) as from_time,
            least(near.to_time, (select edge.end_times from edge)[near.number]) as to_time
        from (
            select
                lower(span.period) as from_time, upper(span.period) as to_time,
                generate_series(
                    greatest(width_bucket(lower(span.period), (select edge.start_times from edge)), 1),
                    width_bucket(upper(span.period), (select edge.start_times from edge))) as number
            from unnest(rest) span (period)
        ) near
    )
    select array_agg(piece.from_time order by piece.from_time), array_agg(piece.to_time order by piece.from_time)
    into bucket_spans.from_times, bucket_spans.to_times
    from piece
    where piece.from_time < piece.to_time;
end;
$$;

comment on function health_code.bucket_spans(integer, integer, timestamptz[], timestamptz[], boolean) is
    'Divides the times of buckets: days come from rows of health.day, and hours from rows of health.hour, which are '
    'fresh and lie in one bucket, or have no samples. The pieces from from_times to to_times come from samples. Without '
    'uses_rows, all times come from samples.';
