create function health_code.gaps(
    person text, type text, longer_than interval, time_zone text default null, from_date date default null,
    to_date date default null,
    out start_time timestamptz,
    out end_time timestamptz,
    out seconds double precision,
    out partial boolean
)
returns setof record
language plpgsql stable
rows 100
set jit = off
as $$
#variable_conflict use_variable
declare
    for_person_id constant integer := health_code.known_person(person);
    for_sample_type_id constant integer := health_code.known_sample_type(type);
    range_from timestamptz;
    range_to timestamptz;
    longest interval;
begin
    perform set_config('healthstore.asked_person_id', for_person_id::text, true);
    if longer_than is null or longer_than <= interval '0' then
        raise exception 'longer_than must be an interval such as 2 hours' using errcode = 'invalid_parameter_value';
    end if;
    select range.from_time, least(range.to_time, now()) into range_from, range_to
    from health_code.day_range(for_person_id, time_zone, from_date, to_date) range;
    -- In seconds, because the days of an interval are not always 24 hours long.
    select make_interval(secs => least(date_part('epoch', sample_extent.longest_duration), 2100 * 366 * 86400.0)) into longest
    from health.sample_extent
    where sample_extent.person_id = for_person_id and sample_extent.sample_type_id = for_sample_type_id;
    -- Without from_date, the range begins with the first sample.
    if range_from is null then
        select min(sample.start_time) into range_from
        from health.sample
        where sample.person_id = for_person_id and sample.sample_type_id = for_sample_type_id;
    end if;
    return query
    with covered as (
        select sample.start_time, sample.end_time
        from health.sample
        where sample.person_id = for_person_id and sample.sample_type_id = for_sample_type_id
            and sample.start_time >= coalesce(range_from - longest, '-infinity') and sample.start_time < range_to
            and sample.end_time >= range_from
        union all
        select range_to, range_to
    )
    select
        gap.start_time, gap.end_time, date_part('epoch', gap.end_time - gap.start_time), gap.is_first or gap.end_time = range_to
    from (
        select
            greatest(max(covered.end_time) over before, range_from) as start_time,
            -- The range cuts the gap if no sample is before it.
            count(*) over before = 0 as is_first,
            covered.start_time as end_time
        from covered
        where range_from < range_to
        window before as (order by covered.start_time rows between unbounded preceding and 1 preceding)
    ) gap
    where gap.end_time - gap.start_time > longer_than
    order by gap.start_time;
    perform set_config('healthstore.asked_person_id', '', true);
end;
$$;

comment on function health_code.gaps(text, text, interval, text, date, date) is
    'Returns the spans of time that are longer than longer_than and in which the person has no sample of the type, of any kind and '
    'from any source. The range is from from_date to to_date, exclusive, on the clock of time_zone, and ends now at the latest. '
    'Without from_date it begins with the first sample. partial is true if the range or the present cuts the gap, which may then be '
    'longer. seconds is its length in the range. A sample covers the time from its start to its end. No row if there is no gap, or, '
    'without from_date, if the type has no samples. Without time_zone, days are those of the person''s own clock, or of UTC if the '
    'person''s zones are not known.';
