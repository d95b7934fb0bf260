create function health_code.piece_figures(
    for_person_id integer,
    for_sample_type_id integer,
    from_times timestamptz[],
    to_times timestamptz[],
    per_source boolean default false,
    strict_start boolean default false,
    strict_end boolean default false,
    range_from timestamptz default null,
    range_to timestamptz default null
)
returns table (
    place integer,
    source_id integer,
    started_count integer,
    reaching_count integer,
    started_without_value integer,
    reaching_without_value integer,
    sum double precision,
    value_sum double precision,
    reaching_value_sum double precision,
    minimum double precision,
    maximum double precision,
    value_maximum double precision,
    weighted_sum double precision,
    weight double precision,
    weighted_maximum double precision,
    duration bigint,
    most_recent_quantity double precision,
    most_recent_start_time timestamptz,
    most_recent_end_time timestamptz,
    earliest_start_time timestamptz,
    source_ids integer[]
)
language plpgsql stable parallel safe
-- JIT compilation would take longer than the query. The planner cannot estimate the number of
-- samples in the pieces, so nested loops and merge joins are disabled.
set jit = off
set enable_nestloop = off
set enable_mergejoin = off
-- On a cluster, Citus sends times to other servers as texts in this style.
set datestyle = 'ISO, YMD'
as $$
#variable_conflict use_column
begin
    return query
    with rule as materialized (
        select
            rule.style, rule.longest, rule.is_weighted, rule.points_stand, rule.point_stand, rule.margin, rule.has_aggregates,
            -- With a strict predicate, no selected sample counts outside first_time and last_time.
            -- It selects only samples that start or end in the range. They extend beyond the range
            -- by at most the length of the longest sample, or the stand of a point.
            case when strict_start or strict_end then range_from - rule.longest end as first_time,
            case when strict_start or strict_end then range_to + greatest(rule.longest, rule.point_stand) end as last_time,
            -- The longest time before a piece at which a sample may begin and still count in the
            -- piece.
            greatest(rule.longest, case when rule.points_stand then rule.point_stand end) as reach
        from health_code.statistics_rule(for_person_id, for_sample_type_id) rule
        where rule.longest is not null
    ),
    revision as materialized (
        select
            source_revision.source_revision_id, source_kind.source_id, source_order.rank,
            source_kind.source_class = 'aggregate' as is_aggregate
        from health_code.source_order(for_person_id, for_sample_type_id)
        join health.source_kind
            on source_kind.person_id = for_person_id and source_kind.source_id = source_order.source_id
        join health.source_revision
            on source_revision.person_id = source_kind.person_id and source_revision.source_id = source_kind.source_id
    ),
    -- A run is a group of consecutive pieces that are so close that one sample may count in several
    -- of them. The samples of a run are read once.
    run as materialized (
        select
            numbered.number,
            min(numbered.first_start) as first_start,
            max(numbered.last_start) as last_start,
            min(numbered.first_end) as first_end,
            min(numbered.standing_start) as standing_start
        from (
            select widened.*, sum(widened.is_first) over (order by widened.piece_index) as number
            from (
                select
                    wide.*,
                    ((wide.first_start <= lag(wide.last_start) over (order by wide.piece_index)) is not true)::integer as is_first
                from (
                    select
                        piece.piece_index,
                        case when rule.has_aggregates
                            then piece.from_time - rule.reach - rule.margin - rule.longest
                            else piece.from_time - rule.reach
                        end as first_start,
                        case when rule.has_aggregates then piece.to_time + rule.longest + rule.margin else piece.to_time
                        end as last_start,
                        case when rule.has_aggregates then piece.from_time - rule.reach - rule.margin else piece.from_time
                        end as first_end,
                        case when rule.has_aggregates then piece.from_time - rule.reach - rule.margin
                            else piece.from_time - rule.point_stand
                        end as standing_start
                    from rule
                    cross join unnest(from_times, to_times) with ordinality given (from_time, to_time, piece_index)
                    cross join lateral (
                        select
                            given.piece_index, greatest(given.from_time, rule.first_time) as from_time,
                            least(given.to_time, rule.last_time) as to_time
                    ) piece
                    where piece.from_time < piece.to_time
                ) wide
            ) widened
        ) numbered
        group by numbered.number
    ),
    -- The samples of each run. For a series, the quantities inside it are read, not the series.
    reading as materialized (
        select
            row_number() over () as number,
            run.number as run,
            stream.start_time, stream.end_time, stream.quantity, stream.uuid, stream.ordinal,
            revision.source_id, revision.rank, revision.is_aggregate
        from run
        cross join lateral (
            select
                sample.start_time, sample.end_time, sample.quantity, sample.uuid, 0 as ordinal, sample.source_revision_id
            from health.sample
            where sample.person_id = for_person_id and sample.sample_type_id = for_sample_type_id
                and sample.start_time >= run.first_start and sample.start_time < run.last_start
                and (sample.end_time >= run.first_end or sample.start_time >= run.standing_start)
                and sample.quantity is not null
            union all
            select
                part.start_time, part.end_time, part.quantity, part.uuid, part.ordinal, part.source_revision_id
            from health.series_quantity part
            where part.person_id = for_person_id and part.sample_type_id = for_sample_type_id
                and part.start_time >= run.first_start and part.start_time < run.last_start
                and (part.end_time >= run.first_end or part.start_time >= run.standing_start)
            union all
            -- The minimums and maximums of aggregates, with the interval and source of the
            -- aggregate. If the aggregate has an average, its row in health.sample is counted as
            -- the sample, and its minimum (ordinal -1) and maximum (-2) are extra rows that are not
            -- counted. Without an average, its minimum (-3), or its maximum (-4) if it has no
            -- minimum, is counted as the sample, but has no value for averages.
            select
                extreme.start_time, extreme.end_time, extreme.quantity, extreme.uuid, extreme.ordinal,
                extreme.source_revision_id
            from health.aggregate_extreme extreme
            where extreme.person_id = for_person_id and extreme.sample_type_id = for_sample_type_id
                and extreme.start_time >= run.first_start and extreme.start_time < run.last_start
                and (extreme.end_time >= run.first_end or extreme.start_time >= run.standing_start)
                and (select rule.style from rule) <> 'cumulative'
        ) stream
        join revision using (source_revision_id)
    ),
    -- An aggregate is left out if a sample of a source with higher priority overlaps it. The sample
    -- overlaps if it begins before the aggregate's end and ends after its start. A point ends one
    -- microsecond after its instant in this comparison. For discrete types the aggregate is
    -- extended on both sides by its own length, at most by one minute.
    left_out as (
        select judged.number
        from (
            select
                line.number, line.start_time, line.end_time, line.margin,
                max(line.reached) over (partition by line.run, line.rank order by line.start_time) as reached,
                min(line.began) over (partition by line.run, line.rank order by line.start_time desc) as began
            from (
                select
                    aggregate.run, aggregate.rank, higher.start_time, null as end_time, null::interval as margin,
                    greatest(higher.end_time, higher.start_time + interval '1 microsecond') as reached,
                    higher.start_time as began, null as number
                from (select distinct reading.run, reading.rank from reading where reading.is_aggregate) aggregate
                join reading higher on higher.run = aggregate.run and higher.rank < aggregate.rank
                union all
                select
                    reading.run, reading.rank, reading.start_time, reading.end_time,
                    case when rule.style = 'cumulative' then interval '0'
                        else least(make_interval(secs => date_part('epoch', reading.end_time - reading.start_time)), rule.margin)
                    end,
                    null, null, reading.number
                from reading
                cross join rule
                where reading.is_aggregate
            ) line
        ) judged
        where judged.number is not null
            and (judged.reached > judged.start_time - judged.margin
                or judged.began < greatest(judged.end_time, judged.start_time + interval '1 microsecond') + judged.margin)
    ),
    -- The samples that are not left out. With a strict predicate, only those that it selects.
    kept as not materialized (
        select reading.*
        from reading
        left join left_out using (number)
        where left_out.number is null
            and (not strict_start or (reading.start_time >= range_from and reading.start_time < range_to))
            and (not strict_end or (reading.end_time >= range_from and reading.end_time < range_to))
    ),
    -- Each sample with the time until which its value counts. Usually this is its end. The value of
    -- a point of a temporally weighted type counts until the next later start of a sample of its
    -- source, for at most 10 minutes.
    standing as (
        select kept.*, kept.end_time as stand_end
        from kept
        where not (select rule.points_stand from rule)
        union all
        select
            kept.*,
            case when kept.start_time < kept.end_time then kept.end_time
                else least(kept.start_time + (select rule.point_stand from rule), first_value(kept.start_time) over later)
            end
        from kept
        where (select rule.points_stand from rule)
        window later as (
            partition by kept.run, kept.source_id order by kept.start_time groups between 1 following and 1 following)
    ),
    -- One row for each sample and each piece in which it counts. part_start and part_end are
    -- microseconds since the start of the piece.
    met as materialized (
        select
            row_number() over () as number,
            part.piece_index, part.source_id, part.rank, part.quantity, part.start_time, part.end_time, part.uuid, part.ordinal,
            part.from_time, part.is_member, part.start_time = part.end_time as is_point,
            case when part.is_member then round(date_part('epoch', greatest(part.start_time, part.from_time) - part.from_time) * 1e6)
            end as part_start,
            case when part.is_member then round(date_part('epoch', least(part.end_time, part.to_time) - part.from_time) * 1e6)
            end as part_end,
            part.is_member and part.ordinal not in (-1, -2) as is_counted, part.is_member and part.ordinal >= 0 as has_value,
            case when part.ordinal < 0 then 0 else round(greatest(0, date_part('epoch',
                least(part.stand_end, part.to_time) - greatest(part.start_time, part.from_time))) * 1e6)
            end as stand
        from (
            select
                standing.*, meeting.piece_index,
                greatest(from_times[meeting.piece_index], rule.first_time) as from_time,
                least(to_times[meeting.piece_index], rule.last_time) as to_time
            from standing
            cross join rule
            cross join lateral generate_series(
                greatest(width_bucket(standing.start_time, from_times), 1),
                width_bucket(standing.stand_end, from_times)) meeting (piece_index)
        ) bounded
        cross join lateral (
            select
                bounded.*,
                case when bounded.start_time = bounded.end_time then bounded.start_time >= bounded.from_time
                    else bounded.end_time > bounded.from_time
                end and bounded.start_time < bounded.to_time as is_member
        ) part
        where part.is_member
            or (part.ordinal >= 0 and part.stand_end > part.from_time and part.start_time < part.to_time)
    ),
    -- contested has the cumulative samples whose piece also has samples of a source with higher
    -- priority. covered has, for each contested sample, how much of its time is covered by samples
    -- of higher priority.
    --
    -- In order of time, each sample of higher priority adds the time by which it extends past all
    -- earlier samples. The covered time up to an instant is the sum of these times over the samples
    -- that began before the instant, minus what extends past the instant: the latest end so far,
    -- minus the instant. The covered time of a
    -- contested sample is the covered time up to its end minus the covered time up to its start.
    contested as (
        select met.number, met.piece_index, met.rank, met.part_start, met.part_end, met.is_point
        from met
        join (
            select met.piece_index, min(met.rank) as rank
            from met
            where not met.is_point and (select rule.style from rule) = 'cumulative'
            group by met.piece_index
        ) highest on highest.piece_index = met.piece_index and highest.rank < met.rank
    ),
    covered as (
        select
            instant.number,
            max(instant.covered) - min(instant.covered) as microseconds,
            bool_or(instant.reached > instant.time) as is_covered
        from (
            select
                added.number, added.time, added.reached,
                sum(added.microseconds) over (
                    partition by added.piece_index, added.rank order by added.time, added.number nulls first
                    rows unbounded preceding
                ) - greatest(0, added.reached - added.time) as covered
            from (
                select
                    line.*,
                    greatest(0, line.part_end - greatest(line.time, max(line.part_end) over before)) as microseconds,
                    max(line.part_end) over before as reached
                from (
                    select
                        contest.piece_index, contest.rank, met.part_start as time, met.part_end, null as number
                    from (select distinct contested.piece_index, contested.rank from contested) contest
                    join met on met.piece_index = contest.piece_index and met.rank < contest.rank and not met.is_point
                    union all
                    select contested.piece_index, contested.rank, contested.part_start, null, contested.number from contested
                    union all
                    select contested.piece_index, contested.rank, contested.part_end, null, contested.number
                    from contested
                    where not contested.is_point
                ) line
                window before as (
                    partition by line.piece_index, line.rank order by line.time, line.number nulls first
                    rows between unbounded preceding and 1 preceding)
            ) added
        ) instant
        where instant.number is not null
        group by instant.number
    ),
    -- One row for each sample, piece and scope. Scope 0 has all sources together. With per_source,
    -- each source also has its own scope. won is the time of the sample's part in the piece that is
    -- not covered by samples of higher priority.
    credited as (
        select
            met.*, case when scope.is_alone then met.source_id else 0 end as scope_id,
            case
                when scope.is_alone or covered.number is null then met.part_end - met.part_start
                else met.part_end - met.part_start - covered.microseconds
            end as won,
            covered.is_covered and not scope.is_alone as is_overruled
        from met
        left join covered using (number)
        cross join (values (false), (true)) scope (is_alone)
        where per_source or not scope.is_alone
    ),
    -- Each sample's contribution to the sum of a cumulative type, and its addition to the duration.
    -- The addition is the time by which the sample extends past all earlier samples of its scope.
    counted as (
        select
            credited.*,
            case
                when credited.is_point then case when credited.is_overruled then null else bounded.quantity end
                when credited.won > 0 then bounded.quantity
                    * (credited.won / round(date_part('epoch', credited.end_time - credited.start_time) * 1e6))
            end as contribution,
            bounded.quantity as bounded_quantity,
            greatest(0, credited.part_end - greatest(
                credited.part_start,
                max(credited.part_end) over (
                    partition by credited.piece_index, credited.scope_id order by credited.part_start
                    rows between unbounded preceding and 1 preceding))) as added,
            max(credited.end_time) filter (where credited.has_value) over scope as latest_end,
            -- The greatest levels. The energies of sound levels are relative to them (see termed).
            max(credited.quantity) filter (where credited.has_value) over scope as value_maximum,
            max(credited.quantity) filter (where credited.stand > 0) over scope as weighted_maximum
        from credited
        cross join rule
        -- In PostgreSQL a sum or product that overflows raises an error, unless an operand is
        -- infinite. The program's sums become infinite instead. Very great quantities are therefore
        -- made infinite before they are added.
        cross join lateral (
            select case when abs(credited.quantity) > 1e280 then sign(credited.quantity) * 'infinity' else credited.quantity end
        ) bounded (quantity)
        window scope as (partition by credited.piece_index, credited.scope_id)
    ),
    -- The addend of each sample to the sums of values. It is the sample's quantity, or for a sound
    -- level its energy relative to the greatest level in the sum.
    termed as (
        select
            counted.*,
            case when rule.style = 'discreteEquivalentContinuousLevel'
                then health_code.relative_energy(counted.quantity, counted.value_maximum)
                else counted.bounded_quantity
            end as term,
            case when rule.style = 'discreteEquivalentContinuousLevel'
                then health_code.relative_energy(counted.quantity, counted.weighted_maximum)
                else counted.bounded_quantity
            end as weighted_term
        from counted
        cross join rule
    )
    select
        termed.piece_index,
        termed.scope_id,
        (count(*) filter (where termed.is_counted and termed.start_time >= termed.from_time))::integer,
        (count(*) filter (where termed.is_counted and termed.start_time < termed.from_time))::integer,
        (count(*) filter (where termed.is_counted and not termed.has_value and termed.start_time >= termed.from_time))::integer,
        (count(*) filter (where termed.is_counted and not termed.has_value and termed.start_time < termed.from_time))::integer,
        case when rule.style = 'cumulative' then coalesce(sum(termed.contribution), 0) end,
        case when rule.style <> 'cumulative' then
            coalesce(sum(termed.term) filter (where termed.has_value and termed.start_time >= termed.from_time), 0)
        end,
        case when rule.style <> 'cumulative' then
            coalesce(sum(termed.term) filter (where termed.has_value and termed.start_time < termed.from_time), 0)
        end,
        case when rule.style <> 'cumulative' then
            min(termed.quantity) filter (where termed.is_member and termed.ordinal not in (-2, -4))
        end,
        case when rule.style <> 'cumulative' then
            max(termed.quantity) filter (where termed.is_member and termed.ordinal not in (-1, -3))
        end,
        case when rule.style = 'discreteEquivalentContinuousLevel' then max(termed.value_maximum) end,
        case when rule.is_weighted then
            sum(case when termed.stand > 0 then termed.weighted_term * termed.stand else 0 end)
        end,
        case when rule.is_weighted then sum(termed.stand) end,
        case when rule.style = 'discreteEquivalentContinuousLevel' then max(termed.weighted_maximum) end,
        coalesce(sum(termed.added), 0)::bigint,
        (array_agg(termed.quantity order by termed.start_time desc, termed.uuid desc, termed.ordinal desc)
            filter (where termed.has_value and termed.end_time = termed.latest_end))[1],
        max(termed.start_time) filter (where termed.has_value and termed.end_time = termed.latest_end),
        max(termed.end_time) filter (where termed.has_value),
        min(termed.start_time) filter (where termed.is_member),
        coalesce(
            array_agg(distinct termed.source_id) filter (
                where termed.is_member and (rule.style <> 'cumulative' or termed.contribution is not null)),
            '{}')
    from termed
    cross join rule
    group by termed.piece_index, termed.scope_id, rule.style, rule.is_weighted
    order by termed.piece_index, termed.scope_id;
end;
$$;

comment on function health_code.piece_figures(
    integer, integer, timestamptz[], timestamptz[], boolean, boolean, boolean, timestamptz, timestamptz) is
    'Returns the columns of health.hour_slot for any intervals of time, called pieces. Reads samples and no slots. Pieces are '
    'half-open, disjoint and in order; place is the position of the piece in the arrays, from 1. A piece without samples has no '
    'row. If only the stand of an earlier point extends into a piece, the piece has a row with counts of 0. source_id is 0 for all sources '
    'together; per_source adds a row for each source. With strict_start or strict_end only samples count that start or end in '
    'the range. started_without_value and reaching_without_value count aggregates that have a minimum or a maximum and no '
    'average; a type with such aggregates has no slots.';
