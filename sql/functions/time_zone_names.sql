create function health_code.time_zone_names(for_person_id integer)
returns table (time_zone text)
language plpgsql stable parallel safe
rows 10
-- time_zone_runs gives the reason for this setting.
set enable_sort = off
as $$
#variable_conflict use_column
begin
    -- Each name takes one probe of the index, however many samples there are.
    return query
    with recursive name (time_zone) as (
        select (
            select sample_time_zone.time_zone
            from health.sample_time_zone
            where sample_time_zone.person_id = for_person_id
            order by sample_time_zone.time_zone
            limit 1)
        union all
        select (
            select sample_time_zone.time_zone
            from health.sample_time_zone
            where sample_time_zone.person_id = for_person_id and sample_time_zone.time_zone > name.time_zone
            order by sample_time_zone.time_zone
            limit 1)
        from name
        where name.time_zone is not null
    )
    select name.time_zone from name where name.time_zone is not null
    union
    select time_zone_report.time_zone
    from health.time_zone_report
    where time_zone_report.person_id = for_person_id and time_zone_report.origin = 'client';
end;
$$;

comment on function health_code.time_zone_names(integer) is
    'Returns the distinct names of zones in the metadata of the person''s samples and in the reports of clients. A name may be '
    'unknown to the time zone database.';
