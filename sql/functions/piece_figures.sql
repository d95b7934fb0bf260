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
set plan_cache_mode = force_generic_plan
-- On a cluster, Citus sends times to other servers as texts in this style.
set datestyle = 'ISO, YMD'
as $$
#variable_conflict use_column
declare
    rule record;
begin
    select
        statistics_rule.*,
        -- With a strict predicate, no selected sample counts outside first_time and last_time. It
        -- selects only samples that start or end in the range. They extend beyond the range by at
        -- most the length of the longest sample, or the stand of a point.
        case when strict_start or strict_end then range_from - longest end as first_time,
        case when strict_start or strict_end then range_to + greatest(longest, point_stand) end as last_time,
        -- The longest time before a piece at which a sample may begin and still count in the piece.
        greatest(longest, case when points_stand then point_stand end) as reach
    into rule
    from health_code.statistics_rule(for_person_id, for_sample_type_id)
    where longest is not null;
    if not found then
        return;
    end if;
    return query
    with revision as materialized (
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
                    from unnest(from_times, to_times) with ordinality given (from_time, to_time, piece_index)
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
    reading as not materialized (
        select
            run.number as run, stream.start_time, stream.end_time, stream.quantity, stream.uuid, stream.ordinal,
            revision.source_id, revision.rank, revision.is_aggregate,
            (not strict_start or stream.start_time >= range_from and stream.start_time < range_to)
                and (not strict_end or stream.end_time >= range_from and stream.end_time < range_to) as is_selected
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
                and rule.style <> 'cumulative'
        ) stream
        join revision using (source_revision_id)
    ),
    -- The samples, if it depends on other samples whether or how long they count. Samples of other
    -- types are not stored here, which saves a tenth of the time.
    gathered as materialized (
        select reading.* from reading where rule.points_stand or rule.has_aggregates
    ),
    -- An aggregate is left out if a sample of a source with higher priority overlaps it. The sample
    -- overlaps if it begins before the aggregate's end and ends after its start. A point ends one
    -- microsecond after its instant in this comparison. For discrete types the aggregate is
    -- extended on both sides by its own length, at most by one minute.
    left_out as (
        select judged.run, judged.aggregate_uuid, judged.ordinal
        from (
            select
                line.*,
                max(line.reached) over (partition by line.run, line.rank order by line.start_time) as latest_end,
                min(line.began) over (partition by line.run, line.rank order by line.start_time desc) as next_start
            from (
                select
                    aggregate.run, aggregate.rank, higher.start_time, null as end_time, null::interval as margin,
                    greatest(higher.end_time, higher.start_time + interval '1 microsecond') as reached,
                    higher.start_time as began, null::uuid as aggregate_uuid, null as ordinal
                from (select distinct gathered.run, gathered.rank from gathered where gathered.is_aggregate) aggregate
                join gathered higher on higher.run = aggregate.run and higher.rank < aggregate.rank
                union all
                select
                    gathered.run, gathered.rank, gathered.start_time, gathered.end_time,
                    case when rule.style = 'cumulative' then interval '0'
                        else least(make_interval(secs => date_part('epoch', gathered.end_time - gathered.start_time)), rule.margin)
                    end,
                    null, null, gathered.uuid, gathered.ordinal
                from gathered
                where gathered.is_aggregate
            ) line
        ) judged
        where judged.latest_end > judged.start_time - judged.margin
            or judged.next_start < greatest(judged.end_time, judged.start_time + interval '1 microsecond') + judged.margin
    ),
    -- The samples that are not left out. With a strict predicate, only those that it selects. Each
    -- has the time until which its value counts. Usually this is its end. The value of a point of a
    -- temporally weighted type counts until the next later start of a sample of its source, for at
    -- most 10 minutes.
    standing as (
        select reading.*, reading.end_time as stand_end
        from reading
        where not (rule.points_stand or rule.has_aggregates) and reading.is_selected
        union all
        select
            gathered.*,
            case when rule.points_stand and gathered.start_time = gathered.end_time
                then least(gathered.start_time + rule.point_stand, first_value(gathered.start_time) over later)
                else gathered.end_time
            end
        from gathered
        left join left_out
            on left_out.aggregate_uuid = case when gathered.is_aggregate then gathered.uuid end
            and left_out.ordinal = gathered.ordinal and left_out.run = gathered.run
        where left_out.aggregate_uuid is null and gathered.is_selected
        window later as (
            partition by gathered.run, gathered.source_id order by gathered.start_time
            groups between 1 following and 1 following)
    ),
    -- width_bucket would copy an array for each sample if it were a parameter.
    piece as materialized (
        select from_times, to_times
    ),
    -- One row for each sample, each piece in which it counts, and each scope. Scope 0 has all
    -- sources together. With per_source, each source also has its own scope. part_start and
    -- part_end limit the sample's part in the piece. addend is the part's share of the quantity of
    -- a cumulative type, and the quantity of other types. stand is the time for which the value
    -- counts in the piece, in microseconds. ordinal is null if the sample itself is not in the
    -- piece, only its stand.
    met as materialized (
        select
            part.piece_index, case when scope.is_alone then part.source_id else 0 end as scope_id, part.source_id, part.rank,
            part.start_time, part.end_time, part.part_start, part.part_end, part.quantity,
            case
                when part.start_time = part.part_start and part.end_time = part.part_end or rule.style <> 'cumulative'
                    then bounded.quantity
                else bounded.quantity * (
                    date_part('epoch', part.part_end - part.part_start) / date_part('epoch', part.end_time - part.start_time))
            end as addend,
            part.uuid, case when part.is_member then part.ordinal end as ordinal,
            case when rule.is_weighted and part.ordinal >= 0 then
                round(greatest(0, date_part('epoch', least(part.stand_end, part.to_time) - part.part_start)) * 1e6)
            end as stand
        from (
            select
                bounded.*,
                greatest(bounded.start_time, bounded.from_time) as part_start,
                least(bounded.end_time, bounded.to_time) as part_end,
                bounded.start_time < bounded.to_time and case
                    when bounded.start_time = bounded.end_time then bounded.start_time >= bounded.from_time
                    else bounded.end_time > bounded.from_time
                end as is_member
            from (
                select
                    found.*, (select piece.from_times from piece)[found.piece_index] as from_time,
                    (select piece.to_times from piece)[found.piece_index] as to_time
                from (
                    select
                        standing.*,
                        generate_series(
                            greatest(width_bucket(standing.start_time, (select piece.from_times from piece)), 1),
                            width_bucket(standing.stand_end, (select piece.from_times from piece))) as piece_index
                    from standing
                ) found
                -- Each "offset 0" makes PostgreSQL compute these columns once.
                offset 0
            ) bounded
            offset 0
        ) part
        cross join (values (false), (true)) scope (is_alone)
        -- In PostgreSQL a sum or product that overflows raises an error, unless an operand is
        -- infinite. The program's sums become infinite instead. Very great quantities are therefore
        -- made infinite before they are added.
        cross join lateral (
            select case when abs(part.quantity) > 1e280 then sign(part.quantity) * 'infinity' else part.quantity end
        ) bounded (quantity)
        where (part.is_member or part.ordinal >= 0 and part.stand_end > part.from_time and part.start_time < part.to_time)
            and (per_source or not scope.is_alone)
    ),
    figures as materialized (
        select
            met.piece_index, met.scope_id,
            (count(*) filter (where met.ordinal not in (-1, -2) and met.start_time = met.part_start))::integer as started_count,
            (count(*) filter (where met.ordinal not in (-1, -2) and met.start_time < met.part_start))::integer as reaching_count,
            (count(*) filter (where met.ordinal < -2 and met.start_time = met.part_start))::integer as started_without_value,
            (count(*) filter (where met.ordinal < -2 and met.start_time < met.part_start))::integer as reaching_without_value,
            sum(met.addend) as sum,
            sum(met.addend) filter (where met.ordinal >= 0 and met.start_time = met.part_start) as value_sum,
            sum(met.addend) filter (where met.ordinal >= 0 and met.start_time < met.part_start) as reaching_value_sum,
            min(met.quantity) filter (where met.ordinal not in (-2, -4)) as minimum,
            max(met.quantity) filter (where met.ordinal not in (-1, -3)) as maximum,
            max(met.quantity) filter (where met.ordinal >= 0) as value_maximum,
            sum(met.addend * met.stand) filter (where met.stand > 0) as weighted_sum,
            sum(met.stand) as weight,
            max(met.quantity) filter (where met.stand > 0) as weighted_maximum,
            max(met.end_time) filter (where met.ordinal >= 0) as most_recent_end_time,
            min(met.start_time) filter (where met.ordinal is not null) as earliest_start_time
        from met
        group by met.piece_index, met.scope_id
    ),
    -- The time that samples cover. Each adds the time by which it extends past all earlier samples.
    spent as (
        select
            span.piece_index, span.scope_id,
            sum(greatest(0, round(date_part('epoch', span.part_end - greatest(span.part_start, span.reached)) * 1e6)))::bigint
                as duration
        from (
            select
                met.piece_index, met.scope_id, met.part_start, met.part_end,
                max(met.part_end) over (
                    partition by met.piece_index, met.scope_id order by met.part_start
                    rows between unbounded preceding and 1 preceding) as reached
            from met
            where met.ordinal is not null and met.part_start < met.part_end
        ) span
        group by span.piece_index, span.scope_id
    ),
    latest as (
        select distinct on (met.piece_index, met.scope_id) met.piece_index, met.scope_id, met.quantity, met.start_time
        from met
        join figures
            on figures.piece_index = met.piece_index and figures.scope_id = met.scope_id
            and figures.most_recent_end_time = met.end_time
        where met.ordinal >= 0
        order by met.piece_index, met.scope_id, met.start_time desc, met.uuid desc, met.ordinal desc
    ),
    -- The sums of the energies of sound levels, relative to the greatest level in the sum.
    energy as (
        select
            met.piece_index, met.scope_id,
            sum(health_code.relative_energy(met.quantity, figures.value_maximum))
                filter (where met.ordinal >= 0 and met.start_time = met.part_start) as value_sum,
            sum(health_code.relative_energy(met.quantity, figures.value_maximum))
                filter (where met.ordinal >= 0 and met.start_time < met.part_start) as reaching_value_sum,
            sum(health_code.relative_energy(met.quantity, figures.weighted_maximum) * met.stand)
                filter (where met.stand > 0) as weighted_sum
        from met
        join figures on figures.piece_index = met.piece_index and figures.scope_id = met.scope_id
        where rule.style = 'discreteEquivalentContinuousLevel'
        group by met.piece_index, met.scope_id
    ),
    -- The sources that have samples in each piece.
    present as materialized (
        select met.piece_index, met.scope_id, met.source_id, met.rank, bool_or(met.start_time < met.end_time) as has_length
        from met
        where met.ordinal is not null
        group by met.piece_index, met.scope_id, met.source_id, met.rank
    ),
    used as (
        select present.piece_index, present.scope_id, array_agg(present.source_id order by present.source_id) as source_ids
        from present
        group by present.piece_index, present.scope_id
    ),
    -- The ranks in each piece whose samples are contested: the type is cumulative, and a source
    -- with higher priority has samples with a length in the piece.
    contested as materialized (
        select present.piece_index, present.rank
        from present
        join (
            select present.piece_index, min(present.rank) as rank
            from present
            where rule.style = 'cumulative' and present.scope_id = 0 and present.has_length
            group by present.piece_index
        ) highest on highest.piece_index = present.piece_index and highest.rank < present.rank
        where present.scope_id = 0
    ),
    -- The time that samples of higher priority cover. In order of time, each sample adds the time
    -- by which it extends past all earlier samples. The covered time up to an instant is the sum of
    -- these times over the samples that began before the instant, minus what extends past the
    -- instant: the latest end so far, minus the instant. The elements of the arrays are in order of
    -- time, because the sum and the latest end never decrease.
    cover as (
        select
            reached.piece_index, reached.rank, array_agg(reached.part_start order by reached.part_start) as starts,
            array_agg(reached.latest_end order by reached.latest_end) as latest_ends,
            array_agg(reached.covered order by reached.covered) as covered
        from (
            select
                added.piece_index, added.rank, added.part_start,
                greatest(added.part_end, added.reached) as latest_end,
                sum(round(date_part(
                    'epoch', greatest(added.part_end, added.reached) - greatest(added.part_start, added.reached)) * 1e6)) over (
                        partition by added.piece_index, added.rank order by added.part_start
                        rows unbounded preceding) as covered
            from (
                select
                    contested.piece_index, contested.rank, met.part_start, met.part_end,
                    max(met.part_end) over (
                        partition by contested.piece_index, contested.rank order by met.part_start
                        rows between unbounded preceding and 1 preceding) as reached
                from contested
                join met
                    on met.piece_index = contested.piece_index and met.rank < contested.rank and met.scope_id = 0
                    and met.start_time < met.end_time
            ) added
        ) reached
        group by reached.piece_index, reached.rank
    ),
    -- The samples in pieces with contested samples, each with the share of its part that counts. A
    -- contested sample loses the time that is covered, which is the covered time up to its end
    -- minus the covered time up to its start. A contested point does not count if it is covered.
    won as (
        select credited.piece_index, credited.source_id, sum(credited.addend * credited.share) as sum
        from (
            select
                part.piece_index, part.source_id, part.addend,
                case
                    when part.rank is null then 1
                    when part.part_start < part.part_end then 1 - (
                        coalesce(part.covered[part.at_end], 0)
                        - greatest(0, round(date_part('epoch', part.latest_ends[part.at_end] - part.part_end) * 1e6))
                        - coalesce(part.covered[part.at_start], 0)
                        + greatest(0, round(date_part('epoch', part.latest_ends[part.at_start] - part.part_start) * 1e6))
                    ) / round(date_part('epoch', part.part_end - part.part_start) * 1e6)
                    when part.latest_ends[part.at_start] > part.part_start then 0
                    else 1
                end as share
            from (
                select
                    met.piece_index, met.source_id, met.addend, met.part_start, met.part_end,
                    cover.rank, cover.latest_ends, cover.covered,
                    width_bucket(met.part_start, cover.starts) as at_start, width_bucket(met.part_end, cover.starts) as at_end
                from met
                join (select distinct contested.piece_index from contested) piece on piece.piece_index = met.piece_index
                left join cover on cover.piece_index = met.piece_index and cover.rank = met.rank
                where met.scope_id = 0
                offset 0
            ) part
            -- Without "offset 0", PostgreSQL would sort the arrays, too.
            offset 0
        ) credited
        where credited.share > 0
        group by credited.piece_index, credited.source_id
    ),
    merged as (
        select won.piece_index, sum(won.sum) as sum, array_agg(won.source_id order by won.source_id) as source_ids
        from won
        group by won.piece_index
    )
    select
        figures.piece_index, figures.scope_id, figures.started_count, figures.reaching_count, figures.started_without_value,
        figures.reaching_without_value,
        case when rule.style = 'cumulative' then coalesce(merged.sum, figures.sum) end,
        case when rule.style <> 'cumulative' then coalesce(energy.value_sum, figures.value_sum, 0) end,
        case when rule.style <> 'cumulative' then coalesce(energy.reaching_value_sum, figures.reaching_value_sum, 0) end,
        case when rule.style <> 'cumulative' then figures.minimum end,
        case when rule.style <> 'cumulative' then figures.maximum end,
        case when energy.piece_index is not null then figures.value_maximum end,
        case when rule.is_weighted then coalesce(energy.weighted_sum, figures.weighted_sum, 0) end,
        case when rule.is_weighted then coalesce(figures.weight, 0) end,
        case when energy.piece_index is not null then figures.weighted_maximum end,
        coalesce(spent.duration, 0),
        latest.quantity, latest.start_time, figures.most_recent_end_time, figures.earliest_start_time,
        coalesce(merged.source_ids, used.source_ids, '{}')
    from figures
    left join used on used.piece_index = figures.piece_index and used.scope_id = figures.scope_id
    left join spent on spent.piece_index = figures.piece_index and spent.scope_id = figures.scope_id
    left join latest on latest.piece_index = figures.piece_index and latest.scope_id = figures.scope_id
    left join energy on energy.piece_index = figures.piece_index and energy.scope_id = figures.scope_id
    left join merged on merged.piece_index = figures.piece_index and figures.scope_id = 0
    order by figures.piece_index, figures.scope_id;
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

-- A kept plan saves the time of planning. On a cluster, Citus plans for the person's server, so it
-- needs the number of the person.
do $$
begin
    if exists (select from pg_extension where extname = 'citus') then
        alter function health_code.piece_figures(
            integer, integer, timestamptz[], timestamptz[], boolean, boolean, boolean, timestamptz, timestamptz)
            set plan_cache_mode = auto;
    end if;
end;
$$;
