create function health_code.marked_days(for_person_id integer, for_sample_type_id integer)
returns table (
    date date, start_time timestamptz, end_time timestamptz, count bigint, sum double precision,
    average double precision, minimum double precision, maximum double precision, duration double precision,
    most_recent double precision, most_recent_end_time timestamptz, sources integer[])
language plpgsql stable parallel safe
cost 100000
as $$
#variable_conflict use_column
declare
    marked tstzmultirange := '{(,)}';
    dates date[];
    starts timestamptz[];
    ends timestamptz[];
begin
    if health.reads_type(for_person_id, for_sample_type_id) then
        select range_agg(tstzrange(mark.from_time, mark.to_time))
        into marked
        from health.mark
        where mark.person_id = for_person_id and mark.sample_type_id = for_sample_type_id;
    end if;
    -- A mark may be of all times. The days near the range contain all days with samples.
    select marked * tstzmultirange(tstzrange(range.from_time - interval '2 days', range.to_time + interval '2 days'))
    into marked
    from health_code.sample_range(for_person_id, for_sample_type_id) range
    where range.from_time < range.to_time;
    if marked is null or isempty(marked) then return; end if;
    select
        array_agg(day.date order by day.start_time), array_agg(day.start_time order by day.start_time),
        array_agg(day.end_time order by day.start_time)
    into dates, starts, ends
    from health_code.day_range(for_person_id, null, null, null) range
    cross join health_code.clock_days(for_person_id, range.time_zone, lower(marked), upper(marked)) day
    where marked && tstzrange(day.start_time, day.end_time) and day.start_time <= now();
    return query
    select
        dates[day.ordinality], day.start_time, day.end_time, day.count, day.sum, day.average, day.minimum, day.maximum,
        day.duration, day.most_recent, day.most_recent_end_time, day.sources
    from health_code.bucket_statistics(
        for_person_id, for_sample_type_id, starts, ends, starts[1], ends[cardinality(ends)]) with ordinality day
    where day.count > 0
    order by day.ordinality;
end;
$$;

comment on function health_code.marked_days(integer, integer) is
    'Returns the figures of the days of which health.day has no fresh row: the days on the person''s own clock, or of '
    'UTC if the person''s zones are not known, that a mark overlaps; all days of a type of which the caller may read '
    'only some samples. Values are in the canonical unit. Days without samples have no row.';
