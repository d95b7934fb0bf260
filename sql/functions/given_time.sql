create function health_code.given_time(for_person_id integer, time_zone text, parameter text, given text)
returns timestamptz
language plpgsql stable parallel safe
as $$
declare
    parts constant record := health_code.time_parts(given);
    time timestamptz;
    -- health.time_zone_offset has the changes of offsets up to this date.
    known_until constant timestamp := '2100-01-01';
begin
    if given is null then
        return null;
    elsif given = '' then
        raise exception '% is missing', parameter using errcode = 'invalid_parameter_value';
    elsif parts.utc_offset is not null then
        time := (parts.wall_clock at time zone 'UTC') - parts.utc_offset;
        if time < '0001-01-01 00:00+00' or time >= '10000-01-01 00:00+00' then
            time := null;
        end if;
    elsif parts.wall_clock is not null then
        time := health_code.wall_clock_instant(for_person_id, given_time.time_zone, parts.wall_clock);
    end if;
    if time is null then
        raise exception '% must be a time such as 2024-05-01T10:00:00Z or 2024-05-01T10:00:00+02:00, or a local date', parameter
            using errcode = 'invalid_parameter_value',
                hint = 'examples of a local date or time: 2024-05-01, 2024-05-01T10:00, 2024-05-01 10:00:00';
    elsif parts.utc_offset is null and parts.wall_clock >= known_until and exists (
        select from health_code.clock(for_person_id, given_time.time_zone) piece
        where piece.from_time >= known_until - interval '1 year')
    then
        raise exception 'the offsets of time zone "%" are not known from % on', coalesce(given_time.time_zone, 'person'),
                to_char(known_until, 'YYYY-MM-DD')
            using errcode = 'invalid_parameter_value', hint = 'give ' || parameter || ' with an offset, as in 2024-05-01T10:00:00+02:00';
    end if;
    return time;
end;
$$;

comment on function health_code.given_time(integer, text, text, text) is
    'Returns the instant of a parameter: a time of RFC 3339, or a date or wall clock in time_zone, never in the session''s time zone. '
    'Null for null. Any other text is an error that names the parameter. time_zone is that of health_code.clock.';
