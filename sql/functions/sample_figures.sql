create function health_code.sample_figures(
    for_person_id integer, for_sample_type_id integer, from_times timestamptz[], to_times timestamptz[],
    per_source boolean default false, strict_start boolean default false, strict_end boolean default false,
    range_from timestamptz default null, range_to timestamptz default null, uuids uuid[] default null)
returns setof health.hour
language plpgsql stable parallel safe
-- JIT compilation would take longer than the query. The planner cannot estimate the number of
-- samples, so nested loops and merge joins are disabled.
set jit = off
set enable_nestloop = off
set enable_mergejoin = off
set plan_cache_mode = force_generic_plan
-- On a cluster, Citus sends times to other servers as texts in this style.
set datestyle = 'ISO, YMD'
as $$
#variable_conflict use_column
declare
    style constant text := (select style from health_code.statistics_rule(for_person_id, for_sample_type_id));
    is_category constant boolean := style = 'category';
    is_cumulative constant boolean := style = 'cumulative';
    is_discrete constant boolean := style like 'discrete%';
    is_level constant boolean := style = 'discreteEquivalentContinuousLevel';
    is_weighted constant boolean := is_level or style = 'discreteTemporallyWeighted';
    no_value_sum constant double precision := case when is_discrete then 0 end;
    no_weight constant double precision := case when is_weighted then 0 end;
begin
    return query
    with given as materialized (
        -- width_bucket would copy an array for each sample if it were a parameter.
        select from_times, to_times
    ), part as materialized (
        -- A row for each sample, each piece in which it or its stand has a part, and each scope: 0
        -- for all sources together, or one source alone. weight is in microseconds.
        select
            met.*, scope.scope_id, inside.is_inside, met.start_time < met.piece_from as is_reaching,
            inside.is_inside and met.ordinal >= 0 as has_value, inside.is_inside and met.ordinal < -2 as is_valueless,
            greatest(met.start_time, met.piece_from) as part_from, least(met.end_time, met.piece_to) as part_to,
            least(met.covers_until, met.piece_to) - interval '1 us' as last_time,
            case when is_weighted and met.ordinal >= 0 then greatest(0, round(1e6 * date_part(
                'epoch', least(met.stands_until, met.piece_to) - greatest(met.start_time, met.piece_from))))
            end as weight,
            -- A sum of finite numbers that overflows is an error. In the program it is infinite.
            case when abs(met.quantity) > 1e280 then sign(met.quantity) * 'infinity' else met.quantity end as term
        from (
            select
                near.*, unnest((select given.from_times from given)[near.first:near.last]) as piece_from,
                unnest((select given.to_times from given)[near.first:near.last]) as piece_to
            from (
                select
                    -- A point covers the microsecond after its instant.
                    sample.*, greatest(sample.end_time, sample.start_time + interval '1 us') as covers_until,
                    width_bucket(sample.start_time, (select given.from_times from given)) as first,
                    width_bucket(sample.stands_until, (select given.from_times from given)) as last
                from health_code.candidate_samples(
                    for_person_id, for_sample_type_id, from_times, to_times, strict_start, strict_end, range_from,
                    range_to, uuids => uuids) sample
                -- "offset 0" makes PostgreSQL compute these columns once.
                offset 0
            ) near
        ) met
        cross join lateral (select met.covers_until > met.piece_from as is_inside) inside
        cross join lateral unnest(case when per_source then array[0, met.source_id] else '{0}' end) scope (scope_id)
        where met.start_time < met.piece_to and (inside.is_inside or met.stands_until > met.piece_from)
    ), cut as materialized (
        -- The starts and ends of all samples cut time into cells, with lengths in microseconds.
        select array_agg(cell.time order by cell.time) as times, array_agg(cell.length order by cell.time) as lengths
        from (
            select
                bound.time, round(1e6 * date_part(
                    'epoch', lead(bound.time, 1, bound.time) over (order by bound.time) - bound.time)) as length
            from (select part.part_from as time from part union select part.part_to from part) bound
        ) cell
        where not is_discrete
    ), cell as not materialized (
        -- A point is in the cell that begins with it. winner is the highest source that has a
        -- sample at the instant with which the cell begins, and cover the highest that has one for
        -- the whole cell.
        select
            share.*, min(share.rank) over each_cell as winner,
            min(share.rank) filter (where share.start_time < share.end_time) over each_cell as cover
        from (
            select
                near.*, unnest((select cut.times from cut)[near.first_cell:near.last_cell]) as time,
                unnest((select cut.lengths from cut)[near.first_cell:near.last_cell]) as length
            from (
                select
                    part.*, width_bucket(part.part_from, (select cut.times from cut)) as first_cell,
                    width_bucket(part.last_time, (select cut.times from cut)) as last_cell
                from part
                where not is_discrete
                offset 0
            ) near
        ) share
        window each_cell as (partition by share.scope_id, share.time)
    ), won as (
        -- The microseconds for which a sample counts.
        select cell.piece_from, cell.scope_id, cell.uuid, cell.ordinal, sum(cell.length) as length
        from cell
        where cell.rank = case when cell.start_time < cell.end_time then cell.cover else cell.winner end
        group by cell.piece_from, cell.scope_id, cell.uuid, cell.ordinal
    ), valued as (
        -- Of a category type, the counts and durations of each value. A sample counts at its start,
        -- and a value applies in each cell once.
        select
            figure.piece_from, figure.scope_id, sum(figure.count) as count,
            sum(figure.reaching_count) as reaching_count,
            array_agg(figure.value order by figure.value) as category_values,
            array_agg(figure.count order by figure.value) as value_counts,
            array_agg(figure.reaching_count order by figure.value) as value_reaching_counts,
            array_agg(figure.duration order by figure.value) as value_durations
        from (
            select
                moment.piece_from, moment.scope_id, moment.value, sum(moment.count)::integer as count,
                sum(moment.reaching_count)::integer as reaching_count,
                coalesce(sum(moment.length), 0)::bigint as duration
            from (
                select
                    cell.piece_from, cell.scope_id, cell.quantity::integer as value,
                    count(*) filter (where counts.at_start) as count,
                    count(*) filter (where counts.at_start and cell.is_reaching) as reaching_count,
                    max(cell.length) filter (where cell.start_time < cell.end_time and cell.rank = cell.cover) as length
                from cell
                cross join lateral (select cell.time = cell.part_from and cell.rank = cell.winner as at_start) counts
                where is_category
                group by cell.piece_from, cell.scope_id, cell.time, cell.quantity
            ) moment
            where moment.count > 0 or moment.length is not null
            group by moment.piece_from, moment.scope_id, moment.value
        ) figure
        group by figure.piece_from, figure.scope_id
    ), seen as (
        select
            part.*, won.length as won_length, won.uuid is not null or is_discrete and part.is_inside as is_used,
            max(part.quantity) filter (where part.has_value) over each_piece as value_maximum,
            max(part.quantity) filter (where part.weight > 0) over each_piece as weighted_maximum,
            greatest(part.part_from, max(part.part_to) filter (where part.is_inside) over (
                each_piece order by part.part_from rows between unbounded preceding and 1 preceding)) as new_from,
            part.has_value and 1 = row_number() over (each_piece order by
                part.has_value desc, part.end_time desc, part.start_time desc, part.uuid desc, part.ordinal desc
            ) as is_latest
        from part
        left join won using (piece_from, scope_id, uuid, ordinal)
        window each_piece as (partition by part.piece_from, part.scope_id)
    ), figure as (
        select
            seen.*,
            case when seen.start_time = seen.end_time then seen.term
                else seen.term * (seen.won_length / round(1e6 * date_part('epoch', seen.end_time - seen.start_time)))
            end as credit,
            case when not seen.has_value or not is_discrete then null when is_level
                then health_code.relative_energy(seen.quantity, seen.value_maximum) else seen.term end as value,
            case when seen.weight > 0 then seen.weight * case when is_level
                then health_code.relative_energy(seen.quantity, seen.weighted_maximum) else seen.term end
            end as weighted_value,
            round(1e6 * date_part('epoch', seen.part_to - seen.new_from)) as new_length
        from seen
    )
    select
        for_person_id, for_sample_type_id, figure.scope_id, figure.piece_from,
        coalesce(max(valued.count), count(*) filter (where figure.has_value or figure.is_valueless))::integer,
        coalesce(
            max(valued.reaching_count),
            count(*) filter (where (figure.has_value or figure.is_valueless) and figure.is_reaching))::integer,
        (count(*) filter (where figure.is_valueless))::integer,
        (count(*) filter (where figure.is_valueless and figure.is_reaching))::integer,
        sum(figure.credit) filter (where figure.is_used and is_cumulative),
        coalesce(sum(figure.value) filter (where not figure.is_reaching), no_value_sum),
        coalesce(sum(figure.value) filter (where figure.is_reaching), no_value_sum),
        min(figure.quantity) filter (where figure.is_inside and figure.ordinal not in (-2, -4) and is_discrete),
        max(figure.quantity) filter (where figure.is_inside and figure.ordinal not in (-1, -3) and is_discrete),
        max(figure.value_maximum) filter (where is_level),
        coalesce(sum(figure.weighted_value), no_weight), coalesce(sum(figure.weight), no_weight),
        max(figure.weighted_maximum) filter (where is_level),
        coalesce(sum(figure.new_length) filter (where figure.is_inside and figure.new_length > 0), 0)::bigint,
        max(figure.quantity) filter (where figure.is_latest), max(figure.start_time) filter (where figure.is_latest),
        max(figure.end_time) filter (where figure.is_latest), min(figure.start_time) filter (where figure.is_inside),
        coalesce(array_agg(distinct figure.source_id) filter (where figure.is_used), '{}'),
        max(valued.category_values), max(valued.value_counts), max(valued.value_reaching_counts),
        max(valued.value_durations)
    from figure
    left join valued on valued.piece_from = figure.piece_from and valued.scope_id = figure.scope_id
    group by figure.piece_from, figure.scope_id;
end;
$$;

comment on function health_code.sample_figures(
    integer, integer, timestamptz[], timestamptz[], boolean, boolean, boolean, timestamptz, timestamptz, uuid[]) is
    'Returns rows of health.hour for any intervals of time, called pieces, from samples. It defines the figures in '
    'SQL. Pieces are half-open, disjoint and in order; start_time is the start of the piece. A piece without samples '
    'has no row. If only the value of an earlier point applies in a piece, count is 0. source_id is 0 for all sources '
    'together; per_source adds a row for each source, without its part of the sum of all sources. With strict_start '
    'or strict_end, only samples count that start or end in the range; with uuids, only samples of these uuids.';
