create function health_code.clock_days(
    for_person_id integer, time_zone text, from_time timestamptz, to_time timestamptz)
returns table (date date, start_time timestamptz, end_time timestamptz)
language plpgsql stable parallel safe
rows 1000
as $$
#variable_conflict use_column
declare
    edges constant timestamptz[] := health_code.bucket_plan(
        for_person_id, 'day', clock_days.time_zone, clock_days.from_time, clock_days.to_time);
begin
    return query
    select
        ((day.start_time at time zone 'UTC') + clock.utc_offsets[width_bucket(day.start_time, clock.from_times)])::date,
        day.start_time, day.end_time
    from unnest(edges[:cardinality(edges) - 1], edges[2:]) day (start_time, end_time)
    cross join health_code.own_clock(for_person_id, clock_days.time_zone) clock;
end;
$$;

comment on function health_code.clock_days(integer, text, timestamptz, timestamptz) is
    'Returns the days that overlap [from_time, to_time), in order, on the clock of health_code.clock. A day that the '
    'clock skipped has no row.';
