create function health_code.distance_cells(
    start_time timestamptz, end_time timestamptz, pauses tstzmultirange, from_times timestamptz[], to_times timestamptz[],
    distances double precision[], ranks integer[], knows_pauses boolean[])
returns table (from_time timestamptz, to_time timestamptz, meters double precision, repeated_meters double precision)
language plpgsql immutable parallel safe
-- The settings are those of health_code.sample_figures.
set jit = off
set enable_nestloop = off
set enable_mergejoin = off
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
    return query
    with piece as materialized (
        -- The time in microseconds over which the distance is spread. A point covers the
        -- microsecond after its instant.
        select
            given.distance, given.rank, given.from_time = given.to_time as is_point,
            greatest(given.from_time, distance_cells.start_time) as part_from,
            least(
                case when given.from_time = given.to_time then given.to_time + interval '1 us' else given.to_time end,
                distance_cells.end_time) as part_to,
            round(1e6 * date_part('epoch', given.to_time - given.from_time)) - case when given.knows_pauses then coalesce(
                (
                    select sum(round(1e6 * date_part('epoch', upper(pause.period) - lower(pause.period))))
                    from unnest(pauses * tstzmultirange(tstzrange(given.from_time, given.to_time))) pause (period)
                ), 0) else 0
            end as spread
        from unnest(from_times, to_times, distances, ranks, knows_pauses)
            given (from_time, to_time, distance, rank, knows_pauses)
    ), cut as materialized (
        -- The starts and ends of all pieces and pauses cut the workout into cells.
        select array_agg(bound.time order by bound.time) as times
        from (
            select unnest(array[distance_cells.start_time, distance_cells.end_time]) as time
            union select piece.part_from from piece where piece.part_from < piece.part_to
            union select piece.part_to from piece where piece.part_from < piece.part_to
            union select unnest(array[lower(pause.period), upper(pause.period)]) from unnest(pauses) pause (period)
        ) bound
        where bound.time between distance_cells.start_time and distance_cells.end_time
    ), cell as materialized (
        select
            edge.number, edge.time as from_time, edge.next_time as to_time,
            round(1e6 * date_part('epoch', edge.next_time - edge.time)) as length
        from (
            select bound.number, bound.time, lead(bound.time) over (order by bound.number) as next_time
            from cut
            cross join lateral unnest(cut.times) with ordinality bound (time, number)
        ) edge
        where edge.next_time is not null and not pauses @> edge.time
    ), share as (
        -- At each instant the source with the highest priority counts, with all of its pieces.
        select
            cell.number, near.rank, near.is_point,
            case when near.is_point then near.distance else near.distance * (cell.length / near.spread) end as meters,
            min(near.rank) over each_cell as winner,
            min(near.rank) filter (where not near.is_point) over each_cell as cover
        from (
            select
                piece.*, generate_series(
                    width_bucket(piece.part_from, (select cut.times from cut)),
                    width_bucket(piece.part_to - interval '1 us', (select cut.times from cut))) as number
            from piece
            where piece.part_from < piece.part_to and (piece.is_point or piece.spread > 0)
        ) near
        join cell on cell.number = near.number
        window each_cell as (partition by cell.number)
    ), counted as (
        select share.number, sum(share.meters) as meters, sum(share.meters) - max(share.meters) as repeated_meters
        from share
        where share.rank = case when share.is_point then share.winner else share.cover end
        group by share.number
    )
    select cell.from_time, cell.to_time, coalesce(counted.meters, 0), coalesce(counted.repeated_meters, 0)
    from cell
    left join counted on counted.number = cell.number
    order by cell.number;
end;
$$;

comment on function health_code.distance_cells(
    timestamptz, timestamptz, tstzmultirange, timestamptz[], timestamptz[], double precision[], integer[], boolean[]) is
    'Returns how far a workout was from each time to the next, without its pauses, in order of time. The arrays have the start, '
    'end, metres and rank of source of each sample of distance. At each instant the source with the least rank counts, as in '
    'sums; samples of one source that overlap all count, and repeated_meters is what they add to the longest of them. A sample '
    'is spread over its length, and one that knows the pauses over its length without them. What lies in pauses is left out.';
