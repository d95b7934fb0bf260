create function health_code.time_zone_runs(for_person_id integer, zones text[], runs_max integer)
returns table (start_time timestamptz, time_zone text, origin text)
language sql stable parallel safe
-- What the planner knows of a person who has just begun to sync is that there are no rows, and then reading and sorting all of
-- them looks as good as one probe of the index in its order.
set enable_sort = off
begin atomic
    -- A step goes to the next instant at which something else is said than the current zone. It may be outdone at that very
    -- instant, by a report or by a name that comes first; the run then goes on.
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
            -- No further than the sample, so that no report is read for two steps.
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
                    -- In order, so that the index of runs is the one to use.
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

comment on function health_code.time_zone_runs(integer, text[], integer) is
    'Where the person was according to the metadata of samples and the reports of clients, without what was set by hand: each '
    'row says from when on a zone held, until the next. At one instant a report outdoes metadata, and the name that comes first '
    'in the alphabet the others. Only names in zones count (health_code.time_zone_names lists those in use); the first '
    'runs_max rows are given.';
