create function health_code.stale_days(
    for_person_id integer, for_sample_type_id integer, out dates date[], out start_times timestamptz[],
    out end_times timestamptz[])
language plpgsql stable parallel safe
cost 100000
as $$
#variable_conflict use_column
declare
    marked tstzmultirange := '{(,)}';
begin
    if health.reads_type(for_person_id, for_sample_type_id) then
        marked := health_code.marked_times(for_person_id, for_sample_type_id);
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
    into stale_days.dates, stale_days.start_times, stale_days.end_times
    from health_code.clock_days(for_person_id, null, lower(marked), upper(marked)) day
    where marked && tstzrange(day.start_time, day.end_time) and day.start_time <= now();
end;
$$;

comment on function health_code.stale_days(integer, integer) is
    'Returns the days that come from samples: days that a mark overlaps. If the caller may read only some samples of '
    'the type, returns all days with samples. Days are those of the person''s own clock, or of UTC if the person''s '
    'zones are not known. Nulls if there are none.';
