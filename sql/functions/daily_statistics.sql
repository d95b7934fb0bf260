create function health_code.daily_statistics(
    person text, type text, time_zone text default null, from_date date default null, to_date date default null,
    out date date,
    out start_time timestamptz,
    out end_time timestamptz,
    out count bigint,
    out sum double precision,
    out average double precision,
    out minimum double precision,
    out maximum double precision,
    out duration double precision,
    out most_recent double precision,
    out most_recent_start_time timestamptz,
    out most_recent_end_time timestamptz,
    out sources integer[],
    inout unit text default null,
    out partial boolean
)
returns setof record
language plpgsql stable parallel safe
rows 1000
as $$
#variable_conflict use_variable
declare
    for_person_id constant integer := health_code.known_person(person);
    for_sample_type_id constant integer := health_code.known_quantity_type(type);
    -- A sample with a date of another century is a mistake. It must not create figures for all days
    -- in between.
    earliest constant timestamptz := '1900-01-01 00:00+00';
    latest constant timestamptz := least('2099-12-01 00:00+00', now());
    own_time_zone text := time_zone;
    from_time timestamptz;
    to_time timestamptz;
begin
    if own_time_zone is null then
        own_time_zone := case
            when exists (select from health_code.time_zone_history(for_person_id)) then 'person' else 'UTC'
        end;
    end if;
    if from_date is not null then
        from_time := health_code.wall_clock_instant(for_person_id, own_time_zone, from_date);
    else
        select greatest(sample.start_time, earliest)
        into from_time
        from health.sample
        where sample.person_id = for_person_id and sample.sample_type_id = for_sample_type_id
        order by sample.start_time
        limit 1;
    end if;
    if to_date is not null then
        to_time := health_code.wall_clock_instant(for_person_id, own_time_zone, to_date);
    else
        -- longest_duration is the length of the longest sample. It is converted to seconds, because
        -- a day of the session's time zone may be shorter than 24 hours.
        select
            sample.start_time + make_interval(secs => extract(epoch from sample_extent.longest_duration)::double precision)
                + interval '1 microsecond'
        into to_time
        from health.sample
        join health.sample_extent
            on sample_extent.person_id = for_person_id and sample_extent.sample_type_id = for_sample_type_id
        where sample.person_id = for_person_id and sample.sample_type_id = for_sample_type_id and sample.start_time <= latest
        order by sample.start_time desc
        limit 1;
    end if;
    if from_time is null or to_time is null
        or from_time >= to_time and (from_date is null or to_date is null)
    then
        return;
    end if;
    return query
    -- A piece of the clock is a span without a change of the offset.
    with clock as materialized (
        select array_agg(piece.from_time order by piece.from_time) as from_times,
            array_agg(piece.utc_offset order by piece.from_time) as offsets
        from health_code.clock(for_person_id, own_time_zone) piece
    )
    select
        ((day.start_time at time zone 'UTC')
            + make_interval(secs => clock.offsets[width_bucket(day.start_time, clock.from_times)]))::date,
        day.start_time, day.end_time, day.count, day.sum, day.average, day.minimum, day.maximum, day.duration,
        day.most_recent, day.most_recent_start_time, day.most_recent_end_time, day.sources, day.unit, day.end_time > now()
    from health_code.statistics_collection(
        person, type, 'day', own_time_zone, from_time, to_time, unit => unit) day
    cross join clock
    where day.count > 0 or from_date is not null and to_date is not null
    order by day.start_time;
end;
$$;

comment on function health_code.daily_statistics(text, text, text, date, date, text) is
    'Returns the figures of each day from from_date to to_date, exclusive: those of statistics_collection with the interval day. With '
    'both dates, a day without measurements is a row of nulls. Without from_date the days begin with the first sample, without '
    'to_date they end with the latest sample that has begun; days without measurements then have no row. Without time_zone, days are '
    'those of the person''s own clock, or of UTC if the person''s zones are not known. person is a name, type a short name or an '
    'identifier. Values are in unit: the requested one, else the person''s choice, else the type''s preferred unit. partial is true '
    'if the day has not ended yet.';
