create function health_code.bucket_edges(
    for_person_id integer, "interval" text, time_zone text, from_time text, to_time text,
    anchor text default null, first_weekday integer default 1, day_start time default '00:00')
returns table (start_time timestamptz, end_time timestamptz)
language sql stable parallel safe
rows 1000
begin atomic
    select bucket.start_time, bucket.end_time
    from (
        select health_code.bucket_plan(
            for_person_id, "interval", time_zone, health_code.given_time(for_person_id, time_zone, 'from_time', from_time),
            health_code.given_time(for_person_id, time_zone, 'to_time', to_time), health_code.given_wall_clock('anchor', anchor),
            first_weekday, day_start) as edges
    ) plan
    cross join unnest(plan.edges[:cardinality(plan.edges) - 1], plan.edges[2:]) as bucket (start_time, end_time);
end;

comment on function health_code.bucket_edges(integer, text, text, text, text, text, integer, time) is
    'Returns the whole buckets that overlap [from_time, to_time), as in the statistics of the HTTP API. interval is minute, hour, '
    'day, week, month, quarter or year, optionally after a number: 15minute, 2week. anchor is a wall clock at which a bucket '
    'begins. From it, minutes and hours count elapsed time, and days and longer intervals count steps of the wall clock. Without '
    'anchor, days begin at day_start, weeks on first_weekday (1 = Monday … 7 = Sunday), and months and longer intervals with the '
    'first month of the year. time_zone is that of health_code.clock. A day that the clock skipped has no bucket. from_time and '
    'to_time are dates or wall clocks in time_zone, or times with an offset.';

-- For date and timestamp, which are wall clock times in time_zone, and for timestamptz.
create function health_code.bucket_edges(
    for_person_id integer, "interval" text, time_zone text, from_time text, to_time anyelement,
    anchor text default null, first_weekday integer default 1, day_start time default '00:00')
returns table (start_time timestamptz, end_time timestamptz)
language sql stable parallel safe
rows 1000
as $$
    select bucket.start_time, bucket.end_time
    from health_code.bucket_edges(
        for_person_id, "interval", time_zone, health_code.time_text(from_time), health_code.time_text(to_time), anchor,
        first_weekday, day_start) bucket
$$;

comment on function health_code.bucket_edges(integer, text, text, text, anyelement, text, integer, time) is
    'The same for dates and timestamps, which are wall clocks in time_zone, and for timestamptz.';

create function health_code.bucket_edges(
    for_person_id integer, "interval" text, time_zone text, from_time anyelement, to_time anycompatible,
    anchor text default null, first_weekday integer default 1, day_start time default '00:00')
returns table (start_time timestamptz, end_time timestamptz)
language sql stable parallel safe
rows 1000
as $$
    select bucket.start_time, bucket.end_time
    from health_code.bucket_edges(
        for_person_id, "interval", time_zone, health_code.time_text(from_time), health_code.time_text(to_time), anchor,
        first_weekday, day_start) bucket
$$;

comment on function health_code.bucket_edges(integer, text, text, anyelement, anycompatible, text, integer, time) is
    'The same for dates and timestamps, which are wall clocks in time_zone, and for timestamptz.';
