create function health_code.time_parts(given text, out wall_clock timestamp, out utc_offset interval)
language plpgsql immutable parallel safe
as $$
declare
    matched constant text[] := regexp_match(
        given,
        '^([0-9]{4})-([0-9]{2})-([0-9]{2})(?:[Tt ]([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:[.,]([0-9]+))?)?)?'
            || '(?:(Z|z)|([+-])([0-9]{2})(?::?([0-9]{2}))?)?$');
    year constant integer := matched[1];
    month constant integer := matched[2];
    day constant integer := matched[3];
    hour constant integer := coalesce(matched[4], '0');
    minute constant integer := coalesce(matched[5], '0');
    -- A leap second (60) is treated as the first second of the next minute.
    second constant integer := coalesce(matched[6], '0');
    microsecond constant integer := rpad(left(coalesce(matched[7], '0'), 6), 6, '0');
    offset_hours constant integer := coalesce(matched[10], '0');
    offset_minutes constant integer := coalesce(matched[11], '0');
    has_offset constant boolean := matched[8] is not null or matched[9] is not null;
begin
    if matched is null or year < 1 or month not between 1 and 12 or day < 1 or hour > 23 or minute > 59 or second > 60
        or offset_hours > 23 or offset_minutes > 59
        -- A text with an offset must have a time of day.
        or has_offset and matched[4] is null
        or day > extract(day from make_date(year, month, 1) + interval '1 month' - interval '1 day')
    then
        return;
    end if;
    wall_clock := make_timestamp(year, month, day, hour, minute, 0)
        + make_interval(secs => second) + microsecond * interval '1 microsecond';
    if has_offset then
        utc_offset := make_interval(hours => offset_hours, mins => offset_minutes)
            * case matched[9] when '-' then -1 else 1 end;
    end if;
end;
$$;

comment on function health_code.time_parts(text) is
    'Reads a date, a wall clock or a time of RFC 3339, independently of the session''s settings: 2024-05-01, 2024-05-01T10:00, '
    '2024-05-01 10:00:00.123, 2024-05-01T10:00:00+02:00. wall_clock is null for any other text; utc_offset is null if the text has '
    'no offset. Digits beyond microseconds are cut off.';
