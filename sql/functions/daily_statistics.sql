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
    out partial boolean,
    out by_value health.value_statistics[]
)
returns setof record
language plpgsql stable
rows 1000
as $$
#variable_conflict use_variable
declare
    for_person_id constant integer := health_code.known_person(person);
    for_sample_type_id constant integer := health_code.known_quantity_type(type, or_category => true);
    range record;
    dates date[];
    starts timestamptz[];
    ends timestamptz[];
begin
    perform set_config('healthstore.asked_person_id', for_person_id::text, true);
    select
        asked.time_zone, coalesce(asked.from_time, recorded.from_time) as from_time,
        coalesce(asked.to_time, recorded.to_time) as to_time
    into range
    from health_code.day_range(for_person_id, time_zone, from_date, to_date) asked
    cross join health_code.sample_range(for_person_id, for_sample_type_id) recorded;
    if range.from_time < range.to_time then
        select
            array_agg(day.date order by day.start_time), array_agg(day.start_time order by day.start_time),
            array_agg(day.end_time order by day.start_time)
        into dates, starts, ends
        from health_code.clock_days(for_person_id, range.time_zone, range.from_time, range.to_time) day;
        return query
        select
            dates[day.ordinality], day.start_time, day.end_time, day.count,
            health_code.shown_quantity(day.sum, shown.factor, shown.shift),
            health_code.shown_quantity(day.average, shown.factor, shown.shift),
            health_code.shown_quantity(day.minimum, shown.factor, shown.shift),
            health_code.shown_quantity(day.maximum, shown.factor, shown.shift), day.duration,
            health_code.shown_quantity(day.most_recent, shown.factor, shown.shift), day.most_recent_start_time,
            day.most_recent_end_time, day.sources, shown.unit_string, day.end_time > now(), day.by_value
        from health_code.bucket_statistics(
            for_person_id, for_sample_type_id, starts, ends, range.from_time, range.to_time) with ordinality day
        cross join health_code.unit_of(for_person_id, for_sample_type_id, unit) shown
        where day.count > 0 or from_date is not null and to_date is not null
        order by day.ordinality;
    end if;
    perform set_config('healthstore.asked_person_id', '', true);
end;
$$;

comment on function health_code.daily_statistics(text, text, text, date, date, text) is
    'Returns the figures of each day from from_date to to_date, exclusive: those of statistics_collection with the '
    'interval day. With both dates, a day without measurements is a row of nulls. Without from_date the days begin '
    'with the first sample, without to_date they end with the latest sample that has begun; days without measurements '
    'then have no row. Without time_zone, days are those of the person''s own clock, or of UTC if the person''s zones '
    'are not known. person is a name, type a short name or an identifier. Values are in unit: the requested one, else '
    'the person''s choice, else the type''s preferred unit. partial is true if the day has not ended yet. by_value has '
    'the figures of each value of a category type.';
