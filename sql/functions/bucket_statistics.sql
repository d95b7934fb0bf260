create function health_code.bucket_statistics(
    for_person_id integer, for_sample_type_id integer, start_times timestamptz[], end_times timestamptz[],
    from_time timestamptz, to_time timestamptz, separate_by_source boolean default false,
    strict_start boolean default false, strict_end boolean default false)
returns table (
    start_time timestamptz, end_time timestamptz, source text, source_id integer, count bigint, sum double precision,
    average double precision, minimum double precision, maximum double precision, duration double precision,
    most_recent double precision, most_recent_start_time timestamptz, most_recent_end_time timestamptz,
    earliest_start_time timestamptz, sources integer[], unit text)
language plpgsql stable parallel safe
-- The settings are those of health_code.counting_samples.
set jit = off
set enable_nestloop = off
set enable_mergejoin = off
set plan_cache_mode = force_generic_plan
set datestyle = 'ISO, YMD'
as $$
#variable_conflict use_column
declare
    -- A strict predicate selects whole samples, and rows have parts of samples.
    is_strict constant boolean := strict_start or strict_end;
    rule record;
    spans record;
    -- The times of each bucket in which samples count.
    from_times timestamptz[];
    to_times timestamptz[];
begin
    select * into rule from health_code.statistics_rule(for_person_id, for_sample_type_id);
    select
        array_agg(greatest(bucket.start_time, from_time - beyond.reach) order by bucket.number),
        array_agg(least(bucket.end_time, to_time + beyond.reach) order by bucket.number)
    into from_times, to_times
    from unnest(start_times, end_times) with ordinality bucket (start_time, end_time, number)
    cross join (select case when is_strict then rule.reach else '0' end as reach) beyond;
    select *
    into spans
    from health_code.bucket_spans(for_person_id, for_sample_type_id, from_times, to_times, not is_strict);
    return query
    with edge as materialized (
        -- width_bucket would copy an array for each row if it were a parameter.
        select from_times as times
    ), ranked as materialized (
        select kind.source_id, coalesce(source.name, kind.label) as name, source_order.rank
        from health_code.source_order(for_person_id, for_sample_type_id)
        join health.source_kind kind on kind.person_id = for_person_id and kind.source_id = source_order.source_id
        -- The name may be hidden.
        left join health.source on source.person_id = for_person_id and source.source_id = source_order.source_id
    ), wanted as materialized (
        select 0 as source_id
        union all
        select ranked.source_id from ranked where separate_by_source
    ), stored as materialized (
        select figures.*, width_bucket(figures.start_time, (select edge.times from edge)) as number
        from (
            -- One source at a time, because PostgreSQL may compare a list of them with every entry
            -- of the index.
            select day.*
            from wanted
            cross join lateral unnest(spans.days) span (period)
            cross join lateral (
                select
                    day.person_id, day.sample_type_id, day.source_id, day.start_time, day.count, day.reaching_count,
                    day.valueless_count, day.reaching_valueless_count, day.sum, day.value_sum, day.reaching_value_sum,
                    day.minimum, day.maximum, day.value_maximum, day.weighted_sum, day.weight, day.weighted_maximum,
                    day.duration, day.most_recent, day.most_recent_start_time, day.most_recent_end_time,
                    day.earliest_start_time, day.source_ids, day.category_values, day.value_counts, day.value_reaching_counts,
                    day.value_durations
                from health.day
                where day.person_id = for_person_id and day.sample_type_id = for_sample_type_id
                    and day.source_id = wanted.source_id
                    -- A day begins and ends at most two days before or after its date in UTC.
                    and day.date >= (lower(span.period) at time zone 'UTC')::date - 2
                    and day.date <= (upper(span.period) at time zone 'UTC')::date + 2
                    and day.start_time >= lower(span.period) and day.end_time <= upper(span.period)
                offset 0
            ) day
            union all
            select hour.*
            from wanted
            cross join lateral unnest(spans.hours) span (period)
            cross join lateral (
                select *
                from health.hour
                where hour.person_id = for_person_id and hour.sample_type_id = for_sample_type_id
                    and hour.source_id = wanted.source_id
                    and hour.start_time >= lower(span.period) and hour.start_time < upper(span.period)
                offset 0
            ) hour
            union all
            select *
            from health_code.sample_figures(
                for_person_id, for_sample_type_id, spans.from_times, spans.to_times, separate_by_source, strict_start,
                strict_end, from_time, to_time)
            where spans.from_times is not null
        ) figures
    ), part as not materialized (
        -- scope_id is 0 for all sources together. If a row of all sources has no rows of single
        -- ones, it is also the row of its only source.
        select stored.*, stored.source_id as scope_id from stored
        union all
        select stored.*, stored.source_ids[1]
        from stored
        left join (select distinct stored.start_time from stored where stored.source_id <> 0) single
            on single.start_time = stored.start_time
        where separate_by_source and stored.source_id = 0 and single.start_time is null and stored.source_ids <> '{}'
    ), loudest as materialized (
        -- The energies of sound levels are relative to the greatest level.
        select
            part.number, part.scope_id, max(part.value_maximum) as value_maximum,
            max(part.weighted_maximum) as weighted_maximum
        from part
        where rule.style = 'discreteEquivalentContinuousLevel'
        group by part.number, part.scope_id
    ), total as materialized (
        -- A member that begins before a part counts only in the first part of a bucket.
        select
            part.number, part.scope_id,
            sum(part.count - later.is_later * part.reaching_count)::bigint as count,
            sum(part.valueless_count - later.is_later * part.reaching_valueless_count) as valueless_count,
            sum(part.sum) as sum,
            sum(coalesce(health_code.relative_energy(part.value_maximum, loudest.value_maximum), 1)
                * (part.value_sum + case when later.is_later = 1 then 0 else part.reaching_value_sum end)) as value_sum,
            min(part.minimum) as minimum, max(part.maximum) as maximum,
            sum(coalesce(health_code.relative_energy(part.weighted_maximum, loudest.weighted_maximum), 1)
                * part.weighted_sum) as weighted_sum,
            sum(part.weight) as weight,
            sum(part.duration::double precision) as duration, min(part.earliest_start_time) as earliest_start_time,
            max(part.start_time) filter (where part.most_recent_end_time is not null) as latest_start
        from part
        left join loudest on loudest.number = part.number and loudest.scope_id = part.scope_id
        cross join lateral (
            select (part.start_time > (select edge.times from edge)[part.number])::integer as is_later
        ) later
        group by part.number, part.scope_id
    ), used as (
        select named.number, named.scope_id, array_agg(ranked.source_id order by ranked.rank) as sources
        from (
            select distinct sets.number, sets.scope_id, unnest(sets.source_ids) as source_id
            from (select distinct part.number, part.scope_id, part.source_ids from part) sets
        ) named
        join ranked on ranked.source_id = named.source_id
        group by named.number, named.scope_id
    )
    select
        bucket.start_time, bucket.end_time, ranked.name, coalesce(total.scope_id, 0), total.count, total.sum,
        case
            when loudest.number is not null then 10 * log(nullif(mean.mean, 0))
                + case when total.weight > 0 then loudest.weighted_maximum else loudest.value_maximum end
            when rule.style <> 'cumulative' then mean.mean
        end,
        total.minimum, total.maximum, total.duration / 1e6, latest.most_recent, latest.most_recent_start_time,
        latest.most_recent_end_time, total.earliest_start_time, used.sources, rule.unit
    from unnest(start_times, end_times) with ordinality bucket (start_time, end_time, number)
    left join total on total.number = bucket.number and total.count > 0
    left join loudest on loudest.number = total.number and loudest.scope_id = total.scope_id
    left join used on used.number = total.number and used.scope_id = total.scope_id
    left join part latest
        on latest.number = total.number and latest.scope_id = total.scope_id and latest.start_time = total.latest_start
    left join ranked on ranked.source_id = total.scope_id
    cross join lateral (
        select
            case when total.weight > 0 then total.weighted_sum / total.weight
                else total.value_sum / nullif(total.count - total.valueless_count, 0)
            end as mean
    ) mean
    where rule.style is not null
    order by bucket.number, ranked.rank nulls first;
end;
$$;

comment on function health_code.bucket_statistics(
    integer, integer, timestamptz[], timestamptz[], timestamptz, timestamptz, boolean, boolean, boolean) is
    'Returns the figures of statistics_collection for given buckets, which must be in order and not overlap. Rows of '
    'health.day and health.hour, and figures of samples where there are none, are added up. source_id is 0 for all '
    'sources together.';

-- A kept plan saves the time of planning. On a cluster, Citus plans for the person's server, so it
-- needs the number of the person.
do $$
declare
    planned regprocedure;
begin
    for planned in
        select pg_proc.oid
        from pg_proc
        join pg_extension on extname = 'citus'
        where pronamespace = 'health_code'::regnamespace and 'plan_cache_mode=force_generic_plan' = any (proconfig)
    loop
        execute format('alter function %s set plan_cache_mode = auto', planned);
    end loop;
end;
$$;
