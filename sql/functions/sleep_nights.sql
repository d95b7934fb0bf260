create function health_code.sleep_nights(
    person text, time_zone text, from_date date, to_date date, night_start time default '18:00',
    attribution text default 'wakingDay', session_gap interval default '60 minutes')
returns table (
    date date, start_time timestamptz, end_time timestamptz, asleep double precision,
    main_start_time timestamptz, main_end_time timestamptz, main_asleep double precision,
    unspecified double precision, core double precision, deep double precision, rem double precision, awake double precision,
    in_bed double precision, efficiency double precision, nap_count integer, source_ids integer[], is_aggregate boolean)
language plpgsql stable
rows 100
-- The planner estimates one row for each step below. It would therefore use nested loops over many
-- rows.
set enable_nestloop = off
set jit = off
-- On a cluster, Citus sends times to other servers as texts in this style.
set datestyle = 'ISO, YMD'
as $$
#variable_conflict use_column
declare
    -- The constants of the program. SleepRequest, SleepEngine, SleepNight and SleepWritings give
    -- the reasons for them.
    late_after constant interval := '15 hours';
    nap_max constant interval := '3 hours';
    reach constant interval := '48 hours';
    longest_session constant interval := '24 hours';
    creation_step constant interval := '60 seconds';
    separation constant interval := '3 hours';
    -- This is more than the number of nights of a request.
    parts_per_island constant bigint := 1000000;
    instant constant interval := '1 microsecond';
    wanted_id integer := (select known.person_id from health.person known where known.name = sleep_nights.person);
    type_id integer := (
        select known.sample_type_id from health.sample_type known
        where known.identifier = 'HKCategoryTypeIdentifierSleepAnalysis');
    longest interval := (
        select extent.longest_duration from health.sample_extent extent
        where extent.person_id = wanted_id and extent.sample_type_id = type_id);
    dates date[];
    starts timestamptz[];
    ends timestamptz[];
    lates timestamptz[];
    span_from timestamptz;
    span_to timestamptz;
begin
    if wanted_id is null then
        raise exception 'there is no person "%"', sleep_nights.person
            using errcode = 'no_data_found', hint = 'select name from health.person lists the people whom you may see';
    elsif from_date is null or to_date is null or not isfinite(from_date) or not isfinite(to_date) or from_date >= to_date then
        raise exception 'to_date must be later than from_date' using errcode = 'invalid_parameter_value';
    elsif attribution is null or attribution not in ('wakingDay', 'startDay') then
        raise exception 'attribution must be wakingDay or startDay' using errcode = 'invalid_parameter_value';
    elsif night_start is null or night_start = '24:00' then
        raise exception 'night_start must be a time of day before 24:00' using errcode = 'invalid_parameter_value';
    elsif session_gap is null or session_gap not between '1 minute' and '12 hours' then
        raise exception 'session_gap must be from 1 minute to 12 hours' using errcode = 'invalid_parameter_value';
    end if;

    with piece as materialized (
        select
            known.from_time,
            known.utc_offset,
            max((known.until_time at time zone 'UTC') + make_interval(secs => known.utc_offset))
                over (order by known.from_time) as until
        from health_code.clock(wanted_id, sleep_nights.time_zone) known
    ), reached as materialized (
        -- After a clock went back, it repeats times until it shows a later time than ever before.
        select
            piece.from_time, piece.utc_offset, lag(piece.until, 1, '-infinity') over (order by piece.from_time) as from,
            piece.until
        from piece
    ), asked as (
        select
            from_date + number as date,
            from_date + number - (attribution = 'wakingDay')::integer + night_start as begins,
            from_date + number - (attribution = 'wakingDay')::integer + 1 + night_start as ends
        from generate_series(0, to_date - from_date - 1) as number
    ), clocked as (
        select asked.date, first.time as start_time, last.time as end_time, late.time as late_time
        from asked
        cross join lateral (
            select greatest(reached.from_time, (asked.begins at time zone 'UTC') - make_interval(secs => reached.utc_offset))
            from reached where reached.from <= asked.begins and asked.begins < reached.until
        ) first (time)
        cross join lateral (
            select greatest(reached.from_time, (asked.ends at time zone 'UTC') - make_interval(secs => reached.utc_offset))
            from reached where reached.from <= asked.ends and asked.ends < reached.until
        ) last (time)
        cross join lateral (
            select greatest(
                reached.from_time, ((asked.begins + late_after) at time zone 'UTC') - make_interval(secs => reached.utc_offset))
            from reached where reached.from <= asked.begins + late_after and asked.begins + late_after < reached.until
        ) late (time)
    )
    -- A day that the clock skips begins and ends at the same instant, so it has no night.
    select
        array_agg(clocked.date order by clocked.date), array_agg(clocked.start_time order by clocked.date),
        array_agg(clocked.end_time order by clocked.date), array_agg(clocked.late_time order by clocked.date),
        min(clocked.start_time) - reach, max(clocked.end_time) + reach
    into dates, starts, ends, lates, span_from, span_to
    from clocked
    where clocked.start_time < clocked.end_time;

    return query
    with night as materialized (
        select *
        from unnest(dates, starts, ends, lates) with ordinality as night (date, start_time, end_time, late_time, night_index)
    ), source as materialized (
        select known.source_id, known.rank from health_code.source_order(wanted_id, type_id) known
    ), carrying as materialized (
        select
            sample.start_time, sample.end_time, sample.category_value as value, sample.creation_time, sample.uuid,
            source.rank, source.source_id,
            sample.category_value <> 0 as is_stage,
            case sample.category_value when 0 then 0 when 2 then 0 when 1 then 1 else 2 end as detail
        from health.sample
        join health.source_revision revision
            on revision.person_id = sample.person_id and revision.source_revision_id = sample.source_revision_id
        join source on source.source_id = revision.source_id
        where sample.person_id = wanted_id and sample.sample_type_id = type_id
            and sample.start_time >= span_from - longest and sample.start_time < span_to
            and sample.end_time > span_from and sample.end_time > sample.start_time
            and sample.category_value between 0 and 5
    ), apart as (
        -- No rule connects samples across a longer pause. Such a pause separates two islands, which
        -- are groups of samples.
        select
            carrying.*,
            carrying.start_time - max(carrying.end_time) over (
                order by carrying.start_time, carrying.uuid rows between unbounded preceding and 1 preceding)
                > greatest(separation, session_gap) as is_apart
        from carrying
    ), islander as materialized (
        select
            apart.*, count(*) filter (where apart.is_apart) over (order by apart.start_time, apart.uuid) as island
        from apart
    ), island as materialized (
        select islander.island, min(islander.start_time) as start_time, max(islander.end_time) as end_time
        from islander
        group by islander.island
    ), sample as materialized (
        -- A short island is one part, which all of its nights share. A longer island has one part
        -- for each night. This part has the samples within the constant reach of the night.
        select islander.*, islander.island * parts_per_island as part
        from islander
        join island using (island)
        where island.end_time - island.start_time <= reach
        union all
        select islander.*, islander.island * parts_per_island + seen.night_index
        from islander
        join island using (island)
        cross join lateral generate_series(
            greatest(
                width_bucket(islander.start_time - reach, starts), width_bucket(island.start_time, starts), 1),
            least(
                width_bucket(islander.end_time + reach - instant, starts),
                width_bucket(island.end_time - instant, starts))) as seen (night_index)
        where island.end_time - island.start_time > reach
    ), parted as (
        select
            sample.*,
            sample.start_time - max(sample.end_time) over (
                partition by sample.part, sample.rank, sample.is_stage order by sample.start_time, sample.uuid
                rows between unbounded preceding and 1 preceding) > separation as is_distant
        from sample
    ), neighbour as (
        select
            parted.*,
            count(*) filter (where parted.is_distant) over (
                partition by parted.part, parted.rank, parted.is_stage order by parted.start_time, parted.uuid)
                as neighbourhood
        from parted
    ), saved as (
        select
            neighbour.*,
            neighbour.creation_time - lag(neighbour.creation_time) over (
                partition by neighbour.part, neighbour.rank, neighbour.is_stage, neighbour.neighbourhood
                order by neighbour.creation_time
            ) > creation_step as is_saved_apart
        from neighbour
        where neighbour.creation_time is not null
    ), written as (
        select
            saved.*,
            count(*) filter (where saved.is_saved_apart) over (
                partition by saved.part, saved.rank, saved.is_stage, saved.neighbourhood order by saved.creation_time)
                as writing
        from saved
    ), rewritten as (
        select
            written.*,
            max(written.writing) over (
                partition by written.part, written.rank, written.is_stage, written.neighbourhood) as last_writing
        from written
    ), stretching as (
        select
            rewritten.*,
            rewritten.start_time - max(rewritten.end_time) over (
                partition by rewritten.part, rewritten.rank, rewritten.is_stage, rewritten.neighbourhood, rewritten.writing
                order by rewritten.start_time, rewritten.uuid rows between unbounded preceding and 1 preceding)
                > separation as is_after_pause
        from rewritten
        where rewritten.last_writing > 0
    ), stretched as materialized (
        select
            stretching.*,
            count(*) filter (where stretching.is_after_pause) over (
                partition by
                    stretching.part, stretching.rank, stretching.is_stage, stretching.neighbourhood, stretching.writing
                order by stretching.start_time, stretching.uuid) as number
        from stretching
    ), stretch as materialized (
        select
            stretched.part, stretched.rank, stretched.is_stage, stretched.neighbourhood, stretched.writing,
            stretched.number, min(stretched.start_time) as start_time, max(stretched.end_time) as end_time,
            max(stretched.detail) as detail
        from stretched
        group by
            stretched.part, stretched.rank, stretched.is_stage, stretched.neighbourhood, stretched.writing,
            stretched.number
    ), superseded as materialized (
        select distinct older.part, older.uuid
        from stretched older
        join stretch own using (part, rank, is_stage, neighbourhood, writing, number)
        join stretch newer using (part, rank, is_stage, neighbourhood)
        where newer.writing > older.writing and newer.start_time <= older.start_time
            and newer.end_time >= older.end_time and newer.detail >= own.detail
    ), standing as materialized (
        select sample.*
        from sample
        where not exists (
            select from superseded where superseded.part = sample.part and superseded.uuid = sample.uuid)
    ), clustered as (
        select
            standing.*,
            standing.start_time >= max(standing.end_time) over (
                partition by standing.part order by standing.start_time, standing.uuid
                rows between unbounded preceding and 1 preceding) as is_first
        from standing
        where standing.is_stage
    ), stage as materialized (
        select
            clustered.*,
            count(*) filter (where clustered.is_first) over (
                partition by clustered.part order by clustered.start_time, clustered.uuid) as cluster
        from clustered
    ), bound as (
        select stage.part, stage.cluster, stage.start_time as time from stage
        union
        select stage.part, stage.cluster, stage.end_time from stage
    ), elementary as materialized (
        select
            bound.part, bound.cluster, bound.time,
            lead(bound.time) over (partition by bound.part, bound.cluster order by bound.time) as until
        from bound
    ), segment as (
        -- At each instant one sample decides the stage.
        select distinct on (elementary.part, elementary.cluster, elementary.time)
            elementary.part, elementary.time as start_time, elementary.until as end_time, stage.value, stage.source_id
        from elementary
        join stage
            on stage.part = elementary.part and stage.cluster = elementary.cluster
            and stage.start_time <= elementary.time and stage.end_time >= elementary.until
        where elementary.until is not null
        order by
            elementary.part, elementary.cluster, elementary.time, stage.rank, stage.value = 1,
            stage.creation_time desc nulls last, stage.start_time desc, stage.uuid desc
    ), item as (
        select segment.part, segment.start_time, segment.end_time, segment.value, segment.source_id from segment
        union all
        select standing.part, standing.start_time, standing.end_time, 0, standing.source_id
        from standing
        where not standing.is_stage
    ), gapped as (
        select
            item.*,
            item.start_time - max(item.end_time) over (
                partition by item.part order by item.start_time, item.end_time
                rows between unbounded preceding and 1 preceding) > session_gap as is_first
        from item
    ), recorded as materialized (
        select
            gapped.*,
            count(*) filter (where gapped.is_first) over (
                partition by gapped.part order by gapped.start_time, gapped.end_time) as number
        from gapped
    ), span as materialized (
        select
            recorded.part, recorded.number, min(recorded.start_time) as start_time, max(recorded.end_time) as end_time
        from recorded
        group by recorded.part, recorded.number
    ), assigned as (
        -- A session that ends exactly at the edge of two nights belongs to the earlier night.
        select recorded.*, width_bucket(span.end_time - instant, starts) as night_index
        from recorded
        join span using (part, number)
        where span.end_time - span.start_time <= longest_session
        union all
        -- A longer session is divided among the nights.
        select
            recorded.part, greatest(recorded.start_time, starts[night.night_index]), least(recorded.end_time, ends[night.night_index]),
            recorded.value, recorded.source_id, recorded.is_first, recorded.number, night.night_index
        from recorded
        join span using (part, number)
        cross join lateral generate_series(
            greatest(width_bucket(recorded.start_time, starts), 1), width_bucket(recorded.end_time - instant, starts)
        ) as night (night_index)
        where span.end_time - span.start_time > longest_session and recorded.start_time < ends[night.night_index]
    ), summed as (
        select
            assigned.night_index,
            min(assigned.start_time) as start_time,
            max(assigned.end_time) as end_time,
            sum(assigned.end_time - assigned.start_time) filter (where assigned.value in (1, 3, 4, 5)) as slept,
            sum(assigned.end_time - assigned.start_time) filter (where assigned.value = 1) as unspecified,
            sum(assigned.end_time - assigned.start_time) filter (where assigned.value = 3) as core,
            sum(assigned.end_time - assigned.start_time) filter (where assigned.value = 4) as deep,
            sum(assigned.end_time - assigned.start_time) filter (where assigned.value = 5) as rem,
            sum(assigned.end_time - assigned.start_time) filter (where assigned.value = 2) as awake,
            bool_or(assigned.value <> 0) as has_stages,
            range_agg(tstzrange(assigned.start_time, assigned.end_time)) filter (where assigned.value = 0) as in_bed,
            range_agg(tstzrange(assigned.start_time, assigned.end_time)) as covered,
            array_agg(distinct assigned.source_id) as source_ids
        from assigned
        -- A part of a longer island counts only in the night to which it belongs.
        where assigned.part % parts_per_island in (0, assigned.night_index)
        group by assigned.part, assigned.number, assigned.night_index
    ), session as (
        select
            summed.*,
            case when summed.has_stages then coalesce(summed.slept, '0') end as asleep_time,
            bed.length as bed_time,
            whole.length as recorded_time
        from summed
        cross join lateral (select sum(upper(part) - lower(part)) from unnest(summed.in_bed) as part) bed (length)
        cross join lateral (select sum(upper(part) - lower(part)) from unnest(summed.covered) as part) whole (length)
    ), ranked as (
        select
            night.date,
            session.*,
            row_number() over (
                partition by night.date
                order by
                    session.start_time >= night.late_time
                        and coalesce(session.asleep_time, session.bed_time, '0') < nap_max,
                    case when session.asleep_time is null then 1 when session.asleep_time > '0' then 2 else 0 end desc,
                    coalesce(session.asleep_time, session.bed_time, '0') desc,
                    session.start_time
            ) = 1 and not (
                session.start_time >= night.late_time
                and coalesce(session.asleep_time, session.bed_time, '0') < nap_max) as is_main
        from session
        join night using (night_index)
        where session.end_time <= night.end_time
    ), counted as (
        select
            ranked.date, sum(ranked.asleep_time) as asleep_time,
            (count(*) filter (where not ranked.is_main))::integer as nap_count
        from ranked
        group by ranked.date
    ), used as (
        select distinct ranked.date, named.source_id
        from ranked
        cross join lateral unnest(ranked.source_ids) as named (source_id)
    ), listed as (
        select used.date, array_agg(used.source_id order by source.rank) as source_ids
        from used
        join source using (source_id)
        group by used.date
    ), lone as materialized (
        select night.*
        from night
        where not exists (select from ranked where ranked.date = night.date)
    ), aggregate as (
        -- The figures that an app sent for a whole night. They are used, all together, if the night
        -- has no sleep session and no sample overlaps the time of the figures.
        select distinct on (lone.date) lone.date, figures.*
        from health_code.aggregate_nights(wanted_id, starts[1], ends[cardinality(ends)]) figures
        join source on source.source_id = figures.source_id
        join lone on lone.night_index = width_bucket(figures.end_time - instant, starts)
        where figures.end_time <= lone.end_time
            and (
                select count(*) from (
                    select
                    from health.sample
                    where sample.person_id = wanted_id and sample.sample_type_id = type_id
                        and sample.start_time > figures.start_time - longest and sample.start_time < figures.end_time
                        and sample.end_time > figures.start_time and sample.end_time > sample.start_time
                        and sample.category_value between 0 and 5
                    limit 1
                ) overlapping
            ) = 0
        order by lone.date, source.rank, figures.asleep desc nulls last, figures.end_time desc, figures.uuid desc
    )
    select
        night.date, night.start_time, night.end_time,
        coalesce(health_code.seconds(counted.asleep_time), aggregate.asleep),
        coalesce(main.start_time, aggregate.start_time), coalesce(main.end_time, aggregate.end_time),
        coalesce(health_code.seconds(main.asleep_time), aggregate.asleep),
        coalesce(
            health_code.seconds(case when main.has_stages then coalesce(main.unspecified, '0') end), aggregate.unspecified),
        coalesce(health_code.seconds(case when main.has_stages then coalesce(main.core, '0') end), aggregate.core),
        coalesce(health_code.seconds(case when main.has_stages then coalesce(main.deep, '0') end), aggregate.deep),
        coalesce(health_code.seconds(case when main.has_stages then coalesce(main.rem, '0') end), aggregate.rem),
        coalesce(health_code.seconds(case when main.has_stages then coalesce(main.awake, '0') end), aggregate.awake),
        coalesce(health_code.seconds(main.bed_time), aggregate.in_bed),
        coalesce(
            health_code.seconds(main.asleep_time) / health_code.seconds(main.recorded_time),
            -- The same figure as SleepLengths.efficiency.
            case
                when aggregate.awake is not null or aggregate.in_bed >= aggregate.asleep then
                    aggregate.asleep
                    / nullif(greatest(aggregate.in_bed, aggregate.asleep + coalesce(aggregate.awake, 0)), 0)
            end),
        coalesce(counted.nap_count, 0),
        coalesce(listed.source_ids, case when aggregate.date is not null then array[aggregate.source_id] end, '{}'),
        aggregate.date is not null
    from night
    left join ranked main on main.date = night.date and main.is_main
    left join counted on counted.date = night.date
    left join listed on listed.date = night.date
    left join aggregate on aggregate.date = night.date
    order by night.date;
end;
$$;

comment on function health_code.sleep_nights(text, text, date, date, time, text, interval) is
    'Returns the nights of a person from from_date to to_date, exclusive, as GET /v1/sleep does. No instant counts twice, whether '
    'several sources recorded it or one source wrote it twice. A night begins at night_start on the clock of time_zone (a name of '
    'the IANA database, or person for the person''s own clock). Its date is the day on which it ends (attribution wakingDay) or '
    'begins (startDay). Samples without a pause longer than session_gap between them are one session; the main session is the one '
    'with the most sleep. Lengths are in seconds: asleep is the total of all sessions; main_asleep, the stages, in_bed and '
    'efficiency are those of the main session. Null means not measured; a night without samples is a row of nulls. A night depends '
    'only on the samples that overlap it or the 48 hours before and after it, so it is the same in every range. A sample is '
    'replaced by samples that its source saved later, if it lies inside a stretch of these (with pauses of at most 3 hours) and '
    'the stretch is at least as detailed (asleep or awake; better, stages). A session belongs to the night in which it ends; '
    'a session longer than 24 hours is cut at the edges of nights. For a night without samples, the figures count that an app sent '
    'for the whole night (is_aggregate); null then means that the app did not send the figure.';
