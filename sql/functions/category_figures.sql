create function health_code.category_figures(
    for_person_id integer, for_sample_type_id integer, from_times timestamptz[], to_times timestamptz[],
    per_source boolean default false, strict_start boolean default false, strict_end boolean default false,
    range_from timestamptz default null, range_to timestamptz default null)
-- Not setof health.hour: with Citus, the tables of a view that calls a function are created after
-- what the function returns.
returns table (
    source_id integer, start_time timestamptz, count integer, reaching_count integer, duration bigint,
    most_recent double precision, most_recent_start_time timestamptz, most_recent_end_time timestamptz,
    earliest_start_time timestamptz, source_ids integer[], category_values integer[], value_counts integer[],
    value_reaching_counts integer[], value_durations bigint[])
language plpgsql stable parallel safe
-- The settings are those of health_code.counting_samples.
set jit = off
set enable_nestloop = off
set enable_mergejoin = off
set plan_cache_mode = force_generic_plan
set datestyle = 'ISO, YMD'
as $$
#variable_conflict use_column
begin
    return query
    with given as materialized (
        -- width_bucket would copy an array for each sample if it were a parameter.
        select from_times, to_times
    ), part as materialized (
        -- A row for each sample, each piece in which it has a part, and each scope: 0 for all
        -- sources together, or one source alone.
        select
            met.*, scope.scope_id, met.start_time < met.piece_from as is_reaching,
            met.start_time < met.end_time as is_interval, greatest(met.start_time, met.piece_from) as part_from,
            least(met.end_time, met.piece_to) as part_to
        from (
            select
                near.*, unnest((select given.from_times from given)[near.first:near.last]) as piece_from,
                unnest((select given.to_times from given)[near.first:near.last]) as piece_to
            from (
                select
                    sample.*, width_bucket(sample.start_time, (select given.from_times from given)) as first,
                    width_bucket(sample.end_time, (select given.from_times from given)) as last
                from health_code.counting_samples(
                    for_person_id, for_sample_type_id, from_times, to_times, strict_start, strict_end, range_from,
                    range_to) sample
                offset 0
            ) near
        ) met
        cross join lateral unnest(case when per_source then array[0, met.source_id] else '{0}' end) scope (scope_id)
        where met.start_time < met.piece_to and (met.end_time > met.piece_from or met.start_time = met.piece_from)
    ), cut as materialized (
        -- The starts and ends of all samples cut time into cells, with lengths in microseconds.
        select array_agg(cell.time order by cell.time) as times, array_agg(cell.length order by cell.time) as lengths
        from (
            select
                bound.time, round(1e6 * date_part(
                    'epoch', lead(bound.time, 1, bound.time) over (order by bound.time) - bound.time)) as length
            from (select part.part_from as time from part union select part.part_to from part) bound
        ) cell
    ), cell as (
        -- A row for each sample and each cell that it covers. A point is in the cell that begins
        -- with it. winner is the highest source that has a sample at the instant with which the
        -- cell begins, and cover the highest that has one for the whole cell.
        select
            share.*, min(share.rank) over each_cell as winner,
            min(share.rank) filter (where share.is_interval) over each_cell as cover
        from (
            select
                near.*, unnest((select cut.times from cut)[near.first_cell:near.last_cell]) as time,
                unnest((select cut.lengths from cut)[near.first_cell:near.last_cell]) as length
            from (
                select
                    part.*, width_bucket(part.part_from, (select cut.times from cut)) as first_cell,
                    width_bucket(
                        greatest(part.part_from, part.part_to - interval '1 us'), (select cut.times from cut)
                    ) as last_cell
                from part
                offset 0
            ) near
        ) share
        window each_cell as (partition by share.scope_id, share.time)
    ), won as (
        select
            cell.piece_from, cell.scope_id, cell.time, cell.quantity::integer as value, cell.source_id, cell.is_reaching,
            (cell.time = cell.part_from and cell.rank = cell.winner)::integer as count,
            case when cell.is_interval and cell.rank = cell.cover then cell.length end as length
        from cell
    ), moment as (
        -- A row for each cell and value, and one for each cell whose value is null: all values.
        select
            won.piece_from, won.scope_id, won.value, sum(won.count) as count,
            sum(won.count) filter (where won.is_reaching) as reaching_count, max(won.length) as length
        from won
        where won.count > 0 or won.length is not null
        group by grouping sets (
            (won.piece_from, won.scope_id, won.time, won.value), (won.piece_from, won.scope_id, won.time))
    ), figure as (
        select
            moment.piece_from, moment.scope_id, moment.value, sum(moment.count)::integer as count,
            coalesce(sum(moment.reaching_count), 0)::integer as reaching_count,
            coalesce(sum(moment.length), 0)::bigint as duration
        from moment
        group by moment.piece_from, moment.scope_id, moment.value
    ), latest as (
        -- The latest sample of each piece, of all sources.
        select distinct on (part.piece_from, part.scope_id)
            part.*, min(part.start_time) over (partition by part.piece_from, part.scope_id) as earliest_start_time
        from part
        order by part.piece_from, part.scope_id, part.end_time desc, part.start_time desc, part.uuid desc
    )
    select
        latest.scope_id, latest.piece_from, total.count, total.reaching_count, total.duration, latest.quantity,
        latest.start_time, latest.end_time, latest.earliest_start_time,
        (
            select array_agg(distinct won.source_id)
            from won
            where won.piece_from = latest.piece_from and won.scope_id = latest.scope_id
                and (won.count > 0 or won.length is not null)
        ),
        total.category_values, total.value_counts, total.value_reaching_counts, total.value_durations
    from latest
    join (
        select
            figure.piece_from, figure.scope_id, max(figure.count) filter (where figure.value is null) as count,
            max(figure.reaching_count) filter (where figure.value is null) as reaching_count,
            max(figure.duration) filter (where figure.value is null) as duration,
            array_agg(figure.value order by figure.value) filter (where figure.value is not null) as category_values,
            array_agg(figure.count order by figure.value) filter (where figure.value is not null) as value_counts,
            array_agg(figure.reaching_count order by figure.value) filter (where figure.value is not null)
                as value_reaching_counts,
            array_agg(figure.duration order by figure.value) filter (where figure.value is not null)
                as value_durations
        from figure
        group by figure.piece_from, figure.scope_id
    ) total on total.piece_from = latest.piece_from and total.scope_id = latest.scope_id
    order by latest.piece_from;
end;
$$;

comment on function health_code.category_figures(
    integer, integer, timestamptz[], timestamptz[], boolean, boolean, boolean, timestamptz, timestamptz) is
    'Returns the figures of sample_figures that a category type has. It defines these figures in SQL.';
