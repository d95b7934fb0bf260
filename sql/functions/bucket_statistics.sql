create function health_code.bucket_statistics(
    for_person_id integer,
    for_sample_type_id integer,
    start_times timestamptz[],
    end_times timestamptz[],
    from_time timestamptz,
    to_time timestamptz,
    separate_by_source boolean default false,
    strict_start boolean default false,
    strict_end boolean default false
)
returns table (
    start_time timestamptz,
    end_time timestamptz,
    source text,
    source_id integer,
    count bigint,
    sum double precision,
    average double precision,
    minimum double precision,
    maximum double precision,
    duration double precision,
    most_recent double precision,
    most_recent_start_time timestamptz,
    most_recent_end_time timestamptz,
    earliest_start_time timestamptz,
    sources integer[],
    unit text
)
language plpgsql stable parallel safe
-- JIT compilation would take longer than the query. The planner cannot estimate the number of
-- buckets, so nested loops and merge joins are disabled.
set jit = off
set enable_nestloop = off
set enable_mergejoin = off
set plan_cache_mode = force_generic_plan
-- On a cluster, Citus sends times to other servers as texts in this style.
set datestyle = 'ISO, YMD'
as $$
#variable_conflict use_column
begin
    return query
    with rule as materialized (
        select
            rule.style, rule.style = 'cumulative' as is_cumulative, rule.style = 'discreteEquivalentContinuousLevel' as is_level,
            rule.unit, rule.change_before, rule.change_after, strict_start or strict_end as is_strict,
            -- Slots cannot be used with a strict predicate. A slot counts parts of samples, but a
            -- strict predicate selects whole samples.
            not (strict_start or strict_end) and rule.has_slots as has_slots,
            -- The row of source -1 says that rows of days lack single sources.
            not (strict_start or strict_end) and rule.has_slots and not (
                separate_by_source and exists (
                    select from health.day_slot
                    where day_slot.person_id = for_person_id and day_slot.sample_type_id = for_sample_type_id
                        and day_slot.source_id = -1)) as has_days
        from health_code.statistics_rule(for_person_id, for_sample_type_id) rule
    ),
    ranked as materialized (
        select source_kind.source_id, coalesce(source.name, source_kind.label) as name, source_order.rank
        from health_code.source_order(for_person_id, for_sample_type_id)
        join health.source_kind
            on source_kind.person_id = for_person_id and source_kind.source_id = source_order.source_id
        -- The name may be hidden.
        left join health.source on source.person_id = for_person_id and source.source_id = source_order.source_id
    ),
    -- The sources whose slots are read; 0 for all sources together.
    wanted_source as materialized (
        select 0 as source_id
        union all
        select ranked.source_id from ranked where separate_by_source
    ),
    -- The hours whose slots are stale.
    stale as materialized (
        select
            coalesce(
                range_agg(tstzrange(
                    date_trunc('hour', slot_mark.from_time - rule.change_before, 'UTC'),
                    date_trunc('hour', slot_mark.to_time + rule.change_after + interval '00:59:59.999999', 'UTC'))),
                '{}') as hours
        from rule
        join health.slot_mark on rule.has_slots
        where slot_mark.person_id = for_person_id and slot_mark.sample_type_id = for_sample_type_id
    ),
    -- The part of each bucket in the range. Its first day_count days can come from day slots that
    -- begin at its time of day, which is its phase. is_day is true if the bucket is one day and
    -- comes from one day slot.
    bucket as materialized (
        select
            counted.*,
            counted.day_count = 1 and counted.from_second + 86400 = counted.to_second
                and ((select isempty(stale.hours) from stale)
                    or not (select stale.hours from stale) && tstzrange(counted.from_time, counted.to_time)) as is_day
        from (
            select
                timed.*,
                case
                    when (select rule.has_days from rule) and timed.from_second < timed.to_second
                        and (timed.from_second - timed.first_day * 86400.0::double precision) / 60
                            = any (health_code.slot_phases()::double precision[])
                    then floor((timed.to_second - timed.from_second) / 86400)::integer
                    else 0
                end as day_count
            from (
                select clipped.*, floor(clipped.from_second / 86400)::integer as first_day
                from (
                    select
                        clipped.*,
                        -- A bucket without a beginning or an end has no phase, and no days.
                        case when isfinite(clipped.from_time) and isfinite(clipped.to_time) then
                            date_part('epoch', clipped.from_time)
                        end as from_second,
                        date_part('epoch', clipped.to_time) as to_second
                    from (
                        select
                            given.number, given.start_time, given.end_time,
                            case when strict_start or strict_end then given.start_time
                                else greatest(given.start_time, from_time)
                            end as from_time,
                            case when strict_start or strict_end then given.end_time
                                else least(given.end_time, to_time)
                            end as to_time
                        from unnest(start_times, end_times) with ordinality given (start_time, end_time, number)
                        -- Each "offset 0" makes PostgreSQL compute these columns once.
                        offset 0
                    ) clipped
                    offset 0
                ) clipped
                offset 0
            ) timed
            offset 0
        ) counted
    ),
    -- The spans of each bucket without day slots, and the whole hours in each span.
    rest as materialized (
        select
            bucket.number, lower(raw.period) = bucket.from_time as is_first, upper(raw.period) = bucket.to_time as is_last,
            lower(raw.period) as from_time, upper(raw.period) as to_time,
            case when rule.has_slots then date_trunc('hour', lower(raw.period) + interval '00:59:59.999999', 'UTC') end as first_hour,
            case when rule.has_slots then date_trunc('hour', upper(raw.period), 'UTC') end as last_hour
        from (
            select bucket.*, bucket.from_time + bucket.day_count * interval '24 hours' as days_to
            from bucket
            where not bucket.is_day
        ) bucket
        cross join rule
        cross join stale
        cross join lateral unnest(
            case
                when bucket.from_time >= bucket.to_time then '{}'
                when stale.hours && tstzrange(bucket.from_time, bucket.days_to) then
                    tstzmultirange(tstzrange(bucket.from_time, bucket.to_time)) - coalesce(
                        (
                            select range_agg(tstzrange(day, day + interval '24 hours'))
                            from generate_series(bucket.from_time, bucket.days_to - interval '24 hours', interval '24 hours') day
                            where not stale.hours && tstzrange(day, day + interval '24 hours')
                        ), '{}')
                else tstzmultirange(tstzrange(bucket.days_to, bucket.to_time))
            end) raw (period)
    ),
    -- The pieces of time whose figures come from samples, as one row of arrays. PostgreSQL would
    -- estimate many more pieces than there are, and reserve memory for them in each later step.
    piece as materialized (
        select
            array_agg(piece.number) as numbers, array_agg(piece.is_first) as are_first, array_agg(piece.is_only) as are_only,
            array_agg(piece.from_time) as from_times, array_agg(piece.to_time) as to_times
        from (
            select
                rest.number, rest.is_first and lower(raw.period) = rest.from_time as is_first,
                rest.is_first and lower(raw.period) = rest.from_time and rest.is_last and upper(raw.period) = rest.to_time
                    as is_only,
                lower(raw.period) as from_time, upper(raw.period) as to_time
            from rest
            cross join stale
            cross join lateral unnest(
                case
                    when rest.first_hour < rest.last_hour then
                        case when stale.hours && tstzrange(rest.first_hour, rest.last_hour) then
                            tstzmultirange(tstzrange(rest.from_time, rest.to_time))
                                - (tstzmultirange(tstzrange(rest.first_hour, rest.last_hour)) - stale.hours)
                            else tstzmultirange(
                                tstzrange(rest.from_time, rest.first_hour), tstzrange(rest.last_hour, rest.to_time))
                        end
                    else tstzmultirange(tstzrange(rest.from_time, rest.to_time))
                end) raw (period)
            order by rest.number, from_time
        ) piece
    ),
    -- The hours that come from hour slots, as few spans as possible.
    run as materialized (
        select lower(raw.period) as from_time, upper(raw.period) as to_time
        from (
            select range_agg(tstzrange(rest.first_hour, rest.last_hour)) as hours
            from rest
            where rest.first_hour < rest.last_hour
        ) wanted
        cross join stale
        cross join lateral unnest(wanted.hours - stale.hours) raw (period)
    ),
    slot as not materialized (
        select
            timed.*, timed.start_time = greatest(start_times[timed.number], from_time) as is_first,
            timed.start_time = greatest(start_times[timed.number], from_time)
                and timed.start_time + interval '1 hour' = least(end_times[timed.number], to_time) as is_only
        from (
            select width_bucket(hour.start_time, start_times) as number, hour.*
            from run
            cross join wanted_source
            -- One source at a time, because PostgreSQL may compare a list of them with every entry
            -- of the index.
            cross join lateral (
                select *
                from health.hour_slot
                where hour_slot.person_id = for_person_id and hour_slot.sample_type_id = for_sample_type_id
                    and hour_slot.source_id = wanted_source.source_id
                    and hour_slot.start_time >= run.from_time and hour_slot.start_time < run.to_time
                offset 0
            ) hour
        ) timed
    ),
    -- The other days that come from day slots. A row of health.day_slot is a block of eight days.
    -- block_second is the second at which its first day begins, and of_block the number of days
    -- before this one.
    wanted as materialized (
        select
            day.number, day.start_time, day.is_first, day.second - (day.day & 7) * 86400.0::double precision as block_second,
            day.day & 7 as of_block
        from (
            select
                bucket.number, bucket.from_time + further * interval '24 hours' as start_time, further = 0 as is_first,
                bucket.from_second + further * 86400.0::double precision as second, bucket.first_day + further as day
            from (
                select bucket.*, generate_series(0, bucket.day_count - 1) as further
                from bucket
                where bucket.day_count > 0 and not bucket.is_day
            ) bucket
        ) day
        cross join stale
        where isempty(stale.hours) or not stale.hours && tstzrange(day.start_time, day.start_time + interval '24 hours')
    ),
    -- The blocks that are read.
    span as materialized (
        select
            ((bucket.from_second - bucket.first_day * 86400.0::double precision) / 60)::smallint as phase,
            date '1970-01-01' + (min(bucket.first_day) & -8) as from_day,
            date '1970-01-01' + max(bucket.first_day + bucket.day_count - 1) as to_day
        from bucket
        where bucket.day_count > 0
        group by bucket.from_second - bucket.first_day * 86400.0::double precision
    ),
    -- The column figures has width numbers for each of the eight days, and then the source sets.
    block as materialized (
        select
            slot.source_id, slot.block_second, slot.width, slot.figures, slot.figures[8 * slot.width + 1:] as sets
        from (
            select
                wanted_source.source_id,
                (slot.first_day - date '1970-01-01') * 86400.0::double precision + span.phase * 60 as block_second,
                case rule.style when 'cumulative' then case when wanted_source.source_id = 0 then 8 else 10 end
                    when 'discreteArithmetic' then 11 when 'discreteTemporallyWeighted' then 13 else 14
                end as width,
                slot.figures
            from rule
            cross join wanted_source
            cross join span
            cross join lateral (
                select day_slot.first_day, day_slot.figures
                from health.day_slot
                where day_slot.person_id = for_person_id and day_slot.sample_type_id = for_sample_type_id
                    and day_slot.source_id = wanted_source.source_id and day_slot.phase = span.phase
                    and day_slot.first_day >= span.from_day and day_slot.first_day <= span.to_day
                offset 0
            ) slot
            offset 0
        ) slot
    ),
    -- Ordering the ids of blocks that have equal sets at once takes less time than for each day.
    ranked_sets as materialized (
        select
            given.sets,
            health_code.ranked_sets(given.sets, (select array_agg(ranked.source_id order by ranked.rank) from ranked)) as ranked_ids
        from (select distinct block.sets from block) given
    ),
    -- The blocks of each source. If single sources have no rows, each day has one source, and is
    -- also that source's day.
    source_block as not materialized (
        select block.*, false as is_sole from block
        union all
        select block.*, true
        from block
        left join (select distinct block.block_second from block where block.source_id <> 0) single
            on single.block_second = block.block_second
        where separate_by_source and block.source_id = 0 and single.block_second is null
    ),
    -- The figures of the buckets that are one day; null if nothing was measured. A day's numbers
    -- follow position base, and its source set is at position source_set of ranked_ids.
    whole as not materialized (
        select
            found.number, found.start_time, found.end_time,
            case when found.is_sole then found.ranked_ids[found.source_set + 1] else found.source_id end as source_id,
            found.count, case when found.width <= 10 then found.figures[found.base + 8] end as sum,
            case when found.width > 10 then found.figures[found.base + 8] + found.figures[found.base + 9] end as value_sum,
            case when found.width > 10 then found.figures[found.base + 10] end as minimum,
            case when found.width > 10 then found.figures[found.base + 11] end as maximum,
            case when found.width > 11 then found.figures[found.base + 12] end as weighted_sum,
            case when found.width > 11 then found.figures[found.base + 13] end as weight,
            case when found.width = 14 then nullif(found.figures[found.base + 14], '-infinity') end as weighted_maximum,
            found.figures[found.base + 3] as duration, found.figures[found.base + 4] as most_recent_quantity,
            timestamptz 'epoch' + found.figures[found.base + 5] * interval '1 microsecond' as most_recent_start_time,
            timestamptz 'epoch' + found.figures[found.base + 6] * interval '1 microsecond' as most_recent_end_time,
            timestamptz 'epoch' + found.figures[found.base + 7] * interval '1 microsecond' as earliest_start_time,
            found.ranked_ids[found.source_set + 1:found.source_set + found.ranked_ids[found.source_set]] as sources
        from (
            select
                counted.number, counted.start_time, counted.end_time, counted.source_id, counted.is_sole, counted.count,
                counted.width, counted.base, counted.ranked_ids, (counted.head & 65535)::integer - 8 * counted.width as source_set,
                case when counted.count > 0 then counted.figures end as figures
            from (
                select stored.*, nullif(stored.head / 65536 + stored.figures[stored.base + 2]::bigint, 0) as count
                from (
                    select
                        bucket.number, bucket.start_time, bucket.end_time, given.*, bucket.of_block * given.width as base,
                        given.figures[bucket.of_block * given.width + 1]::bigint as head
                    from (
                        select
                            bucket.number, bucket.start_time, bucket.end_time, bucket.first_day & 7 as of_block,
                            bucket.from_second - (bucket.first_day & 7) * 86400.0::double precision as block_second
                        from bucket
                        where bucket.is_day
                    ) bucket
                    left join (
                        select source_block.*, ranked_sets.ranked_ids
                        from source_block
                        join ranked_sets on ranked_sets.sets = source_block.sets
                    ) given on given.block_second = bucket.block_second
                    offset 0
                ) stored
                offset 0
            ) counted
            where counted.count > 0 or counted.source_id = 0 and not counted.is_sole or counted.source_id is null
            offset 0
        ) found
    ),
    -- The figures of the other days.
    day as not materialized (
        select
            stored.number, stored.start_time, stored.is_first,
            case when stored.is_sole then stored.figures[source_set.position + 1]::integer else stored.source_id end as source_id,
            head.number / 65536 as started_count, stored.figures[stored.base + 2] as reaching_count,
            case when stored.width <= 10 then stored.figures[stored.base + 8] end as sum,
            case when stored.width > 10 then stored.figures[stored.base + 8] end as value_sum,
            case when stored.width > 10 then stored.figures[stored.base + 9] end as reaching_value_sum,
            case when stored.width > 10 and filled.has_members then stored.figures[stored.base + 10] end as minimum,
            case when stored.width > 10 and filled.has_members then stored.figures[stored.base + 11] end as maximum,
            case when stored.width > 11 then stored.figures[stored.base + 12] end as weighted_sum,
            case when stored.width > 11 then stored.figures[stored.base + 13] end as weight,
            case when stored.width = 14 then nullif(stored.figures[stored.base + 14], '-infinity') end as weighted_maximum,
            stored.figures[stored.base + 3]::bigint as duration,
            case when filled.has_members then stored.figures[stored.base + 4] end as most_recent_quantity,
            case when filled.has_members then
                timestamptz 'epoch' + stored.figures[stored.base + 5] * interval '1 microsecond'
            end as most_recent_start_time,
            case when filled.has_members then
                timestamptz 'epoch' + stored.figures[stored.base + 6] * interval '1 microsecond'
            end as most_recent_end_time,
            case when filled.has_members then
                timestamptz 'epoch' + stored.figures[stored.base + 7] * interval '1 microsecond'
            end as earliest_start_time,
            stored.figures[source_set.position + 1:source_set.position + stored.figures[source_set.position]::integer]::integer[]
                as source_ids
        from (
            select
                wanted.number, wanted.start_time, wanted.is_first, source_block.*, wanted.of_block * source_block.width as base
            from wanted
            join source_block on source_block.block_second = wanted.block_second
        ) stored
        cross join lateral (select stored.figures[stored.base + 1]::bigint as number offset 0) head
        cross join lateral (select (head.number & 65535)::integer as position) source_set
        cross join lateral (
            select head.number / 65536 + stored.figures[stored.base + 2] > 0 as has_members
        ) filled
        where head.number > 0
    ),
    part as materialized (
        select
            piece.numbers[figures.place] as number, piece.from_times[figures.place] as start_time,
            piece.are_first[figures.place] as is_first, piece.are_only[figures.place] as is_only, figures.source_id,
            figures.started_count, figures.reaching_count, figures.started_without_value, figures.reaching_without_value,
            figures.sum, figures.value_sum, figures.reaching_value_sum, figures.minimum, figures.maximum, figures.value_maximum,
            figures.weighted_sum, figures.weight, figures.weighted_maximum, figures.duration, figures.most_recent_quantity,
            figures.most_recent_start_time, figures.most_recent_end_time, figures.earliest_start_time, figures.source_ids
        from piece
        cross join lateral health_code.piece_figures(
            for_person_id, for_sample_type_id, piece.from_times, piece.to_times, separate_by_source, strict_start, strict_end,
            from_time, to_time) figures
        where piece.numbers is not null
        union all
        select
            slot.number, slot.start_time, slot.is_first, slot.is_only, slot.source_id, slot.started_count, slot.reaching_count, 0, 0,
            slot.sum, slot.value_sum, slot.reaching_value_sum, slot.minimum, slot.maximum, slot.maximum,
            slot.weighted_sum, slot.weight, slot.weighted_maximum, slot.duration, slot.most_recent_quantity,
            slot.most_recent_start_time, slot.most_recent_end_time, slot.earliest_start_time, slot.source_ids
        from slot
        union all
        select
            day.number, day.start_time, day.is_first, false, day.source_id, day.started_count::integer, day.reaching_count::integer,
            0, 0,
            day.sum, day.value_sum, day.reaching_value_sum, day.minimum, day.maximum, day.maximum,
            day.weighted_sum, day.weight, day.weighted_maximum, day.duration, day.most_recent_quantity,
            day.most_recent_start_time, day.most_recent_end_time, day.earliest_start_time, day.source_ids
        from day
        union all
        -- If only one source has samples in an hour, the row of all sources is also that source's
        -- row.
        select
            slot.number, slot.start_time, slot.is_first, slot.is_only, slot.sole_source_id, slot.started_count, slot.reaching_count, 0, 0,
            slot.sum, slot.value_sum, slot.reaching_value_sum, slot.minimum, slot.maximum, slot.maximum,
            slot.weighted_sum, slot.weight, slot.weighted_maximum, slot.duration, slot.most_recent_quantity,
            slot.most_recent_start_time, slot.most_recent_end_time, slot.earliest_start_time, slot.source_ids
        from slot
        where separate_by_source and slot.source_id = 0 and slot.sole_source_id is not null
    ),
    -- The buckets that have several parts. The reference levels of each bucket are for sound
    -- levels: the sums of energies are relative to them.
    loudest as materialized (
        select part.number, part.source_id, max(part.value_maximum) as value_maximum, max(part.weighted_maximum) as weighted_maximum
        from part
        where not part.is_only and (select rule.is_level from rule)
        group by part.number, part.source_id
    ),
    -- Members that began before a part count only in the first part of a bucket, because an earlier
    -- part of the bucket has already counted them.
    same as materialized (
        select
            part.number, part.source_id, part.source_ids,
            max(part.start_time) filter (where part.most_recent_start_time is not null) as last_time,
            sum(part.started_count + case when part.is_first then part.reaching_count else 0 end) as count,
            sum(part.started_without_value + case when part.is_first then part.reaching_without_value else 0 end) as without_value,
            sum(part.sum) as sum,
            sum((part.value_sum + case when part.is_first then part.reaching_value_sum else 0 end) * factor.of_values)
                as value_sum,
            min(part.minimum) as minimum, max(part.maximum) as maximum,
            sum(part.weighted_sum * factor.of_weighted) as weighted_sum, sum(part.weight) as weight,
            sum(part.duration) as duration, min(part.earliest_start_time) as earliest_start_time
        from part
        left join loudest on loudest.number = part.number and loudest.source_id = part.source_id
        cross join lateral (
            select
                case when loudest.number is null then 1 else health_code.relative_energy(part.value_maximum, loudest.value_maximum) end,
                case when loudest.number is null then 1
                    else health_code.relative_energy(part.weighted_maximum, loudest.weighted_maximum)
                end
        ) factor (of_values, of_weighted)
        where not part.is_only
        group by part.number, part.source_id, part.source_ids
    ),
    added as materialized (
        select
            same.number, same.source_id, max(same.last_time) as last_time, sum(same.count)::bigint as count,
            sum(same.without_value)::bigint as without_value,
            sum(same.sum) as sum, sum(same.value_sum) as value_sum, min(same.minimum) as minimum,
            max(same.maximum) as maximum, sum(same.weighted_sum) as weighted_sum, sum(same.weight) as weight,
            sum(same.duration) as duration, min(same.earliest_start_time) as earliest_start_time
        from same
        group by same.number, same.source_id
    ),
    used as (
        select named.number, named.source_id, array_agg(ranked.source_id order by ranked.rank) as sources
        from (select distinct same.number, same.source_id, unnest(same.source_ids) as used_id from same) named
        join ranked on ranked.source_id = named.used_id
        group by named.number, named.source_id
    ),
    -- The source sets of parts that are whole buckets, in order of rank.
    ordered as materialized (
        select
            given.source_ids,
            array(select ranked.source_id from ranked where ranked.source_id = any (given.source_ids) order by ranked.rank) as sources
        from (select distinct part.source_ids from part where part.is_only) given
    ),
    -- The figures of the buckets that are not one day.
    several as not materialized (
        select
            part.number, part.source_id, (part.started_count + part.reaching_count)::bigint as count,
            (part.started_without_value + part.reaching_without_value)::bigint as without_value, part.sum,
            part.value_sum + part.reaching_value_sum as value_sum, part.value_maximum, part.minimum, part.maximum,
            part.weighted_sum, part.weight, part.weighted_maximum, part.duration::double precision, part.most_recent_quantity,
            part.most_recent_start_time, part.most_recent_end_time, part.earliest_start_time, ordered.sources
        from part
        join ordered on ordered.source_ids = part.source_ids
        where part.is_only and part.earliest_start_time is not null
        union all
        select
            added.number, added.source_id, added.count, added.without_value, added.sum, added.value_sum, loudest.value_maximum,
            added.minimum, added.maximum, added.weighted_sum, added.weight, loudest.weighted_maximum,
            added.duration::double precision,
            latest.most_recent_quantity, latest.most_recent_start_time, latest.most_recent_end_time, added.earliest_start_time,
            coalesce(used.sources, '{}')
        from added
        left join loudest on loudest.number = added.number and loudest.source_id = added.source_id
        left join part latest
            on latest.number = added.number and latest.source_id = added.source_id and latest.start_time = added.last_time
        left join used on used.number = added.number and used.source_id = added.source_id
        where added.earliest_start_time is not null
    ),
    total as not materialized (
        select
            whole.number, whole.start_time, whole.end_time, whole.source_id, whole.count, 0::bigint as without_value, whole.sum,
            whole.value_sum, whole.maximum as value_maximum, whole.minimum, whole.maximum, whole.weighted_sum, whole.weight,
            whole.weighted_maximum, whole.duration, whole.most_recent_quantity, whole.most_recent_start_time,
            whole.most_recent_end_time, whole.earliest_start_time, whole.sources
        from whole
        union all
        select
            bucket.number, bucket.start_time, bucket.end_time, several.source_id, several.count, several.without_value,
            several.sum, several.value_sum, several.value_maximum, several.minimum, several.maximum, several.weighted_sum,
            several.weight, several.weighted_maximum, several.duration, several.most_recent_quantity, several.most_recent_start_time,
            several.most_recent_end_time, several.earliest_start_time, several.sources
        from bucket
        left join several on several.number = bucket.number
        where not bucket.is_day
    )
    select
        total.start_time, total.end_time, ranked.name, coalesce(total.source_id, 0), total.count,
        total.sum,
        case
            when rule.is_cumulative then null
            when rule.is_level then
                case when total.weight > 0 then total.weighted_maximum else total.value_maximum end + 10 * log(nullif(mean.mean, 0))
            else mean.mean
        end,
        total.minimum, total.maximum, total.duration / 1e6,
        total.most_recent_quantity, total.most_recent_start_time, total.most_recent_end_time,
        total.earliest_start_time, total.sources, rule.unit
    from rule
    cross join total
    left join ranked on ranked.source_id = total.source_id
    cross join lateral (
        select
            case when total.weight > 0 then total.weighted_sum / total.weight
                else total.value_sum / nullif(total.count - total.without_value, 0)
            end as mean
    ) mean
    order by total.number, ranked.rank nulls first;
end;
$$;

comment on function health_code.bucket_statistics(
    integer, integer, timestamptz[], timestamptz[], timestamptz, timestamptz, boolean, boolean, boolean) is
    'Returns the figures of statistics_collection for given buckets, which must be in order and not overlap. They are computed '
    'from day slots and hour slots where those are kept and not stale, else from samples. source_id is 0 for all sources together.';

-- A kept plan saves the time of planning. On a cluster, Citus plans for the person's server, so it
-- needs the number of the person.
do $$
begin
    if exists (select from pg_extension where extname = 'citus') then
        alter function health_code.bucket_statistics(
            integer, integer, timestamptz[], timestamptz[], timestamptz, timestamptz, boolean, boolean, boolean)
            set plan_cache_mode = auto;
    end if;
end;
$$;
