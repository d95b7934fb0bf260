create function health_code.clock(for_person_id integer, time_zone text)
returns table (from_time timestamptz, until_time timestamptz, utc_offset integer, zone text)
language plpgsql stable parallel safe
rows 500
as $$
#variable_conflict use_column
begin
    if coalesce(clock.time_zone, 'person') = 'person' then
        return query
        with run as (
            select
                case when row_number() over (order by known.start_time) = 1 then '-infinity' else known.start_time end
                    as from_time,
                lead(known.start_time, 1, 'infinity') over (order by known.start_time) as until_time,
                known.time_zone
            from health_code.time_zone_history(clock.for_person_id) known
        ), segment as (
            select greatest(change.from_time, run.from_time) as from_time, change.utc_offset, run.time_zone
            from run
            cross join lateral (
                select zone.from_time, zone.utc_offset
                from health.time_zone_offset zone
                where zone.time_zone = run.time_zone
                    and zone.from_time < run.until_time
                    and zone.from_time >= (
                        select first.from_time
                        from health.time_zone_offset first
                        where first.time_zone = run.time_zone and first.from_time <= run.from_time
                        order by first.from_time desc
                        limit 1)
            ) change
        )
        select
            segment.from_time,
            lead(segment.from_time, 1, 'infinity') over (order by segment.from_time),
            segment.utc_offset,
            segment.time_zone
        from segment
        order by segment.from_time;
        if not found and clock.time_zone is null then
            return query values ('-infinity'::timestamptz, 'infinity'::timestamptz, 0, null::text);
        elsif not found then
            raise exception 'the time zones of the person are not known'
                using errcode = 'invalid_parameter_value', hint = 'set them with PUT /v1/time-zones';
        end if;
    else
        return query
        select
            zone.from_time,
            lead(zone.from_time, 1, 'infinity') over (order by zone.from_time),
            zone.utc_offset,
            zone.time_zone
        from health.time_zone_offset zone
        where zone.time_zone = clock.time_zone
        order by zone.from_time;
        if not found then
            raise exception 'time zone "%" is not known', clock.time_zone
                using errcode = 'invalid_parameter_value',
                    hint = 'use a name of the IANA time zone database, such as Europe/Berlin, or person for the person''s own clock';
        end if;
    end if;
end;
$$;

comment on function health_code.clock(integer, text) is
    'Returns the offsets of a clock: seconds ahead of UTC, one row from each change to the next, over all of time. time_zone is a '
    'name of the IANA database, or person for the clock that the person carried from zone to zone. Null is the same clock, or UTC '
    'if the person''s zones are not known. zone is the name of the zone, null if it is not known. Offsets are known until the year '
    '2100; later times have the last known offset.';
