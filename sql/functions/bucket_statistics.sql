create function health_code.bucket_statistics(
    for_person_id integer, for_sample_type_id integer, start_times timestamptz[], end_times timestamptz[],
    from_time timestamptz, to_time timestamptz, separate_by_source boolean default false,
    strict_start boolean default false, strict_end boolean default false, uuids uuid[] default null)
returns table (
    start_time timestamptz, end_time timestamptz, source text, source_id integer, count bigint, sum double precision,
    average double precision, minimum double precision, maximum double precision, duration double precision,
    most_recent double precision, most_recent_start_time timestamptz, most_recent_end_time timestamptz,
    earliest_start_time timestamptz, sources integer[], unit text,
    by_value health.value_statistics[])
language plpgsql stable parallel safe
-- The settings are those of health_code.sample_figures. PostgreSQL expects few rows, and would sort
-- 90,000 hours to add them up.
set jit = off
set enable_nestloop = off
set enable_mergejoin = off
set enable_sort = off
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
    from health_code.bucket_spans(for_person_id, for_sample_type_id, from_times, to_times, not is_strict and uuids is null);
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
    ), single as materialized (
        select true as is_days, day.start_time
        from health.day
        where separate_by_source and day.person_id = for_person_id and day.sample_type_id = for_sample_type_id
            and day.source_id > 0
            and day.date >= (from_times[1] at time zone 'UTC')::date - 2 and day.start_time < to_times[cardinality(to_times)]
        union all
        select false, hour.start_time
        from health.hour
        where separate_by_source and hour.person_id = for_person_id and hour.sample_type_id = for_sample_type_id
            and hour.source_id > 0
            and hour.start_time >= from_times[1] and hour.start_time < to_times[cardinality(to_times)]
    ), wanted as materialized (
        -- One source at a time, because PostgreSQL may compare a list of them with every entry of
        -- the index. If a row of all sources has no rows of single ones, it is also the row of its
        -- only source.
        select scope.source_id, scope.is_only, span.*
        from (
            select 0 as source_id, false as is_only
            union all
            select 0, true where separate_by_source
            union all
            select ranked.source_id, false from ranked where separate_by_source
        ) scope
        cross join (
            select true as is_days, false as is_hours, lower(days.period) as since, upper(days.period) as until
            from unnest(spans.days) days (period)
            union all
            select false, true, lower(hours.period), upper(hours.period) from unnest(spans.hours) hours (period)
        ) span
        union all
        select null, false, false, false, null, null where spans.from_times is not null
    ), folded as materialized (
        -- The first of two steps of addition keeps sets of sources apart, and sound levels, whose
        -- energies are relative to the greatest level. scope_id is 0 for all sources together. A
        -- member that begins before a part counts only in the first part of a bucket.
        select part.*
        from wanted
        cross join lateral (
            select
                numbered.number, numbered.scope_id, numbered.source_ids,
                sum(numbered.count - later.is_later * numbered.reaching_count) as count,
                sum(numbered.valueless_count - later.is_later * numbered.reaching_valueless_count) as valueless_count,
                sum(numbered.sum) as sum,
                sum(numbered.value_sum + case when later.is_later = 0 then numbered.reaching_value_sum else 0 end)
                    as value_sum,
                min(numbered.minimum) as minimum, max(numbered.maximum) as maximum,
                max(numbered.value_maximum) as value_maximum, sum(numbered.weighted_sum) as weighted_sum,
                sum(numbered.weight) as weight, max(numbered.weighted_maximum) as weighted_maximum,
                sum(numbered.duration::double precision) as duration,
                max(numbered.most_recent_start_time) as most_recent_start_time,
                max(numbered.most_recent_end_time) as most_recent_end_time,
                max(array[date_part('epoch', numbered.start_time), numbered.most_recent])
                    filter (where numbered.most_recent_end_time is not null) as latest,
                min(numbered.earliest_start_time) as earliest_start_time,
                -- PostgreSQL adds up numbers, and no arrays.
                jsonb_agg(jsonb_build_object(
                    'values', numbered.category_values, 'counts', numbered.value_counts,
                    'reaching_counts', numbered.value_reaching_counts, 'durations', numbered.value_durations,
                    'is_later', later.is_later)) filter (where numbered.category_values is not null) as value_rows
            from (
                select
                    case when wanted.is_only then day.source_ids[1] else wanted.source_id end as scope_id,
                    width_bucket(day.start_time, (select edge.times from edge)) as number,
                    day.person_id, day.sample_type_id, day.source_id, day.start_time, day.count, day.reaching_count,
                    day.valueless_count, day.reaching_valueless_count, day.sum, day.value_sum, day.reaching_value_sum,
                    day.minimum, day.maximum, day.value_maximum, day.weighted_sum, day.weight, day.weighted_maximum,
                    day.duration, day.most_recent, day.most_recent_start_time, day.most_recent_end_time,
                    day.earliest_start_time, day.source_ids, day.category_values, day.value_counts, day.value_reaching_counts,
                    day.value_durations
                from health.day
                where wanted.is_days and day.person_id = for_person_id and day.sample_type_id = for_sample_type_id
                    and day.source_id = wanted.source_id
                    -- A day begins and ends at most two days before or after its date in UTC.
                    and day.date >= (wanted.since at time zone 'UTC')::date - 2
                    and day.date <= (wanted.until at time zone 'UTC')::date + 2
                    and day.start_time >= wanted.since and day.end_time <= wanted.until
                    and (not wanted.is_only or (true, day.start_time) not in (select * from single))
                union all
                select
                    case when wanted.is_only then hour.source_ids[1] else wanted.source_id end,
                    width_bucket(hour.start_time, (select edge.times from edge)), hour.*
                from health.hour
                where wanted.is_hours and hour.person_id = for_person_id and hour.sample_type_id = for_sample_type_id
                    and hour.source_id = wanted.source_id
                    and hour.start_time >= wanted.since and hour.start_time < wanted.until
                    and (not wanted.is_only or (false, hour.start_time) not in (select * from single))
                union all
                select figures.source_id, width_bucket(figures.start_time, (select edge.times from edge)), figures.*
                from health_code.sample_figures(
                    for_person_id, for_sample_type_id, spans.from_times, spans.to_times, separate_by_source,
                    strict_start, strict_end, from_time, to_time, uuids) figures
                where wanted.source_id is null
                offset 0
            ) numbered
            cross join lateral (
                select (numbered.start_time > (select edge.times from edge)[numbered.number])::integer as is_later
            ) later
            where numbered.scope_id is not null
            group by
                numbered.number, numbered.scope_id, numbered.source_ids,
                case when rule.style = 'discreteEquivalentContinuousLevel' then numbered.start_time end
        ) part
    ), loudest as materialized (
        select
            folded.number, folded.scope_id, max(folded.value_maximum) as value_maximum,
            max(folded.weighted_maximum) as weighted_maximum
        from folded
        where rule.style = 'discreteEquivalentContinuousLevel'
        group by folded.number, folded.scope_id
    ), total as (
        select
            folded.number, folded.scope_id, sum(folded.count)::bigint as count,
            sum(folded.valueless_count) as valueless_count, sum(folded.sum) as sum,
            sum(coalesce(health_code.relative_energy(folded.value_maximum, loudest.value_maximum), 1) * folded.value_sum)
                as value_sum,
            min(folded.minimum) as minimum, max(folded.maximum) as maximum,
            sum(coalesce(health_code.relative_energy(folded.weighted_maximum, loudest.weighted_maximum), 1)
                * folded.weighted_sum) as weighted_sum,
            sum(folded.weight) as weight, sum(folded.duration) as duration,
            (max(folded.latest))[2] as most_recent, max(folded.most_recent_start_time) as most_recent_start_time,
            max(folded.most_recent_end_time) as most_recent_end_time,
            min(folded.earliest_start_time) as earliest_start_time, array_agg(folded.source_ids::text) as source_sets,
            max(loudest.value_maximum) as value_maximum, max(loudest.weighted_maximum) as weighted_maximum
        from folded
        left join loudest on loudest.number = folded.number and loudest.scope_id = folded.scope_id
        group by folded.number, folded.scope_id
    ), valued as materialized (
        select
            part.number, part.scope_id,
            array_agg(row(
                nullif(part.value, -1), category_value.case_name, part.count, part.duration / 1e6
            )::health.value_statistics order by part.value) as by_value
        from (
            select
                folded.number, folded.scope_id, figure.value,
                sum(figure.count - entry.is_later * figure.reaching_count) as count,
                sum(figure.duration)::double precision as duration
            from folded
            cross join lateral jsonb_to_recordset(folded.value_rows) entry (
                values integer[], counts integer[], reaching_counts integer[], durations bigint[], is_later integer)
            cross join lateral unnest(entry.values, entry.counts, entry.reaching_counts, entry.durations)
                figure (value, count, reaching_count, duration)
            where rule.style = 'category'
            group by folded.number, folded.scope_id, figure.value
        ) part
        left join lateral (
            select category_value.case_name
            from health.sample_type
            join health.category_value on category_value.enum = sample_type.value_enum
            where sample_type.sample_type_id = for_sample_type_id and category_value.raw_value = part.value
            order by category_value.deprecated is not null
            limit 1
        ) category_value on true
        group by part.number, part.scope_id
    ), used as (
        -- Most buckets have the same few sets of sources.
        select
            together.source_sets,
            (
                select array_agg(ranked.source_id order by ranked.rank)
                from ranked
                where ranked.source_id in (
                    select unnest(source_set::integer[]) from unnest(together.source_sets) source_set)
            ) as sources
        from (select distinct total.source_sets from total) together
    )
    select
        bucket.start_time, bucket.end_time, ranked.name, coalesce(total.scope_id, 0), total.count, total.sum,
        case
            when rule.style = 'discreteEquivalentContinuousLevel' then 10 * log(nullif(mean.mean, 0))
                + case when total.weight > 0 then total.weighted_maximum else total.value_maximum end
            when rule.style <> 'cumulative' then mean.mean
        end,
        total.minimum, total.maximum, total.duration / 1e6,
        case when rule.style = 'category' then nullif(total.most_recent, -1) else total.most_recent end, total.most_recent_start_time,
        total.most_recent_end_time, total.earliest_start_time, used.sources, rule.unit, valued.by_value
    from unnest(start_times, end_times) with ordinality bucket (start_time, end_time, number)
    left join total on total.number = bucket.number and total.count > 0
    left join valued on valued.number = total.number and valued.scope_id = total.scope_id
    left join used on used.source_sets = total.source_sets
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
    integer, integer, timestamptz[], timestamptz[], timestamptz, timestamptz, boolean, boolean, boolean, uuid[]) is
    'Returns the figures of statistics_collection for given buckets, which must be in order and not overlap. Rows of '
    'health.day and health.hour, and figures of samples where there are none, are added up. source_id is 0 for all '
    'sources together. With uuids, only samples of these uuids count, and no stored rows are used.';
