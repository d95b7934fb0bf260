create function health_code.time_zone_runs(for_person_id integer, zones text[], runs_max integer)
returns table (start_time timestamptz, time_zone text, origin text)
language plpgsql stable parallel safe
rows 10
-- When a person has begun to sync, the planner's statistics show no rows of the person. The planner
-- would then read and sort all rows instead of using the index in its order.
set enable_sort = off
as $$
#variable_conflict use_column
begin
    -- A step goes to the next instant at which a report or a sample has another zone than the
    -- current zone. At the same instant, a report, or a name that sorts first, may have the current
    -- zone. The run then continues.
    return query
    with recursive step (run, start_time, time_zone, origin) as (
        select 0, '-infinity'::timestamptz, null::text, null::text
        union all
        select
            step.run + (said.time_zone is distinct from step.time_zone)::integer,
            next.start_time,
            said.time_zone,
            said.origin
        from step
        cross join lateral (
            select min(first.start_time) as start_time
            from unnest(zones) as named (time_zone)
            cross join lateral (
                select sample_time_zone.start_time
                from health.sample_time_zone
                where sample_time_zone.person_id = for_person_id
                    and sample_time_zone.time_zone = named.time_zone
                    and sample_time_zone.start_time > step.start_time
                order by sample_time_zone.start_time
                limit 1
            ) first
            where named.time_zone is distinct from step.time_zone
        ) sample
        cross join lateral (
            -- Searches reports only up to the start of this sample, so that no report is read in
            -- two steps.
            select least(
                sample.start_time, (
                    select time_zone_report.start_time
                    from health.time_zone_report
                    where time_zone_report.person_id = for_person_id
                        and time_zone_report.origin = 'client'
                        and time_zone_report.start_time > step.start_time
                        and time_zone_report.start_time <= coalesce(sample.start_time, 'infinity')
                        and time_zone_report.time_zone = any(zones)
                        and time_zone_report.time_zone is distinct from step.time_zone
                    order by time_zone_report.start_time
                    limit 1
                )) as start_time
        ) next
        cross join lateral (
            select candidate.time_zone, candidate.origin
            from (
                select time_zone_report.time_zone, 'client'
                from health.time_zone_report
                where time_zone_report.person_id = for_person_id
                    and time_zone_report.origin = 'client'
                    and time_zone_report.start_time = next.start_time
                    and time_zone_report.time_zone = any(zones)
                union all
                select named.time_zone, 'metadata'
                from unnest(zones) as named (time_zone)
                cross join lateral (
                    -- ORDER BY makes the planner use the index in order of start_time.
                    select sample_time_zone.start_time
                    from health.sample_time_zone
                    where sample_time_zone.person_id = for_person_id
                        and sample_time_zone.time_zone = named.time_zone
                        and sample_time_zone.start_time >= next.start_time
                    order by sample_time_zone.start_time
                    limit 1
                ) held
                where held.start_time = next.start_time
            ) candidate (time_zone, origin)
            order by candidate.origin, candidate.time_zone collate "C"
            limit 1
        ) said
        where step.run < runs_max
    )
    select distinct on (step.run) step.start_time, step.time_zone, step.origin
    from step
    where step.run > 0
    order by step.run, step.start_time;
end;
$$;

comment on function health_code.time_zone_runs(integer, text[], integer) is
    'Returns the zones in which the person was according to the metadata of samples and the reports of clients, without those set '
    'by hand. Each row holds from its start_time until the next row. At one instant a report takes precedence over metadata, then '
    'the name that sorts first. Only names in zones count; health_code.time_zone_names lists the names in use. At most runs_max '
    'rows are returned, the earliest first.';
