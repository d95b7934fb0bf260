create function health_code.time_zone_history(for_person_id integer)
returns table (start_time timestamptz, time_zone text, origin text)
language plpgsql stable parallel safe
rows 10
-- With enable_sort off, PostgreSQL estimates very high costs for time_zone_runs and time_zone_names
-- and would compile them with JIT. The compilation takes long and makes nothing faster.
set jit = off
as $$
#variable_conflict use_column
declare
    -- A person who changes the zone every day reaches the limit after 27 years.
    runs_max constant integer := 10000;
    -- Fixed offsets such as GMT+0530 count only if no other zone is known.
    names text[] := array(
        select ranked.time_zone
        from (
            select named.time_zone, rank() over (order by named.time_zone ~ '^GMT([+-][0-9]{4})?$') as position
            from health_code.time_zone_names(time_zone_history.for_person_id) named
            where exists (select from health.time_zone_offset zone where zone.time_zone = named.time_zone)
        ) ranked
        where ranked.position = 1
        order by ranked.time_zone);
    last_manual_start timestamptz;
    observed_starts timestamptz[];
    observed_zones text[];
    observed_origins text[];
    counted bigint;
begin
    select
        array_agg(run.start_time order by run.start_time), array_agg(run.time_zone order by run.start_time),
        array_agg(run.origin order by run.start_time)
    into observed_starts, observed_zones, observed_origins
    from health_code.time_zone_runs(time_zone_history.for_person_id, names, runs_max + 1) run;
    if cardinality(observed_starts) > runs_max then
        -- Observations have no effect after the start of an interval without an end that was set by
        -- hand.
        select case when report.end_time is null then report.start_time end
        into last_manual_start
        from health.time_zone_report report
        where report.person_id = time_zone_history.for_person_id
            and report.origin = 'manual'
            and exists (select from health.time_zone_offset zone where zone.time_zone = report.time_zone)
        order by report.start_time desc
        limit 1;
    end if;
    return query
    with manual as materialized (
        select report.start_time, report.end_time, report.time_zone
        from health.time_zone_report report
        where report.person_id = time_zone_history.for_person_id
            and report.origin = 'manual'
            and exists (select from health.time_zone_offset zone where zone.time_zone = report.time_zone)
    ), event as (
        -- The observation and the intervals set by hand that begin or end at each instant. If an
        -- interval begins when another ends, the time zone of the new interval applies.
        select
            said.start_time,
            max(said.observed) as observed,
            max(said.origin) as origin,
            max(said.manual) as manual,
            case when bool_or(said.manual is not null) then true when bool_or(said.is_end) then false end as begins
        from (
            select observation.start_time, observation.time_zone, observation.origin, null, false
            from unnest(observed_starts[:runs_max], observed_zones[:runs_max], observed_origins[:runs_max])
                as observation (start_time, time_zone, origin)
            union all
            select manual.start_time, null, null, manual.time_zone, false from manual
            union all
            select manual.end_time, null, null, null, true from manual where manual.end_time is not null
        ) as said (start_time, observed, origin, manual, is_end)
        group by said.start_time
    ), numbered as (
        -- Each event with three counts up to it: of observations, of intervals set by hand that
        -- began, and of begins or ends of such intervals.
        select
            event.*,
            count(event.observed) over upwards as observation,
            count(event.manual) over upwards as interval_number,
            count(event.begins) over upwards as edge
        from event
        window upwards as (order by event.start_time)
    ), held as (
        select
            numbered.start_time,
            coalesce(bool_or(numbered.begins) over (partition by numbered.edge), false) as is_manual,
            max(numbered.observed) over (partition by numbered.observation) as observed,
            max(numbered.origin) over (partition by numbered.observation) as origin,
            max(numbered.manual) over (partition by numbered.interval_number) as manual
        from numbered
    ), zone as (
        -- If an interval set by hand ends before the first observation, its time zone continues.
        select
            held.start_time,
            case when held.is_manual then held.manual else coalesce(held.observed, held.manual) end as time_zone,
            case when held.is_manual or held.observed is null then 'manual' else held.origin end as origin
        from held
    ), run as (
        select
            zone.*,
            (lag(zone.time_zone) over upwards, lag(zone.origin = 'manual') over upwards)
                is distinct from (zone.time_zone, zone.origin = 'manual') as begins
        from zone
        window upwards as (order by zone.start_time)
    )
    select run.start_time, run.time_zone, run.origin from run where run.begins order by run.start_time;
    get diagnostics counted = row_count;
    if counted > runs_max
        or cardinality(observed_starts) > runs_max
            and (last_manual_start is null or observed_starts[runs_max + 1] < last_manual_start)
    then
        raise exception 'the person changed the time zone more than % times', runs_max
            using errcode = 'program_limit_exceeded',
                hint = 'set a zone without an end by hand, from before the last changes (PUT /v1/time-zones), or use a zone of the '
                    'IANA database';
    end if;
end;
$$;

comment on function health_code.time_zone_history(integer) is
    'Returns the zones in which the person was. Each row holds from its start_time until the next row. An observed zone '
    '(health_code.time_zone_runs) holds until another is observed. Inside an interval that was set by hand, only the zone of that '
    'interval holds. Names that are not in health.time_zone_offset are ignored. Fixed offsets from UTC, such as GMT+0530, are '
    'ignored if any other zone was observed. origin is manual for a zone that was set by hand, else metadata or client. Raises an '
    'error if the person changed the zone more than 10,000 times.';
