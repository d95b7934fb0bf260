create function health_code.bucket_edges(
    for_person_id integer, "interval" text, time_zone text, from_time text, to_time text,
    anchor text default null, first_weekday integer default 1, day_start time default '00:00')
returns table (start_time timestamptz, end_time timestamptz)
language sql stable parallel safe
rows 1000
begin atomic
    select bucket.start_time, bucket.end_time
    from health_code.bucket_plan(
        for_person_id, "interval", time_zone, health_code.given_time(for_person_id, time_zone, 'from_time', from_time),
        health_code.given_time(for_person_id, time_zone, 'to_time', to_time), health_code.given_wall_clock('anchor', anchor),
        first_weekday, day_start) bucket;
end;

comment on function health_code.bucket_edges(integer, text, text, text, text, text, integer, time) is
    'The buckets that meet [from_time, to_time), whole, as the API''s statistics have them. interval is minute, hour, day, week, month, '
    'quarter or year, with a number before it for a multiple (15minute, 2week). Buckets lie as if one began at anchor, a wall clock: '
    'minutes and hours are elapsed time from its instant, days and longer are steps on the wall clock. Without it days begin at '
    'day_start, weeks on first_weekday (1 = Monday … 7 = Sunday), months and longer with the first month of the year. time_zone is a '
    'name of the IANA database, or person for the person''s own clock. A day that the clock skipped has no bucket. from_time and '
    'to_time are dates or wall clocks in time_zone, or times with an offset.';

-- The same for dates, timestamps (both wall clocks in time_zone) and timestamptz.
do $$
declare
    kinds text[];
begin
    foreach kinds slice 1 in array array[['text', 'anyelement'], ['anyelement', 'text'], ['anyelement', 'anycompatible']] loop
        execute format(
            $function$
            create function health_code.bucket_edges(
                for_person_id integer, "interval" text, time_zone text, from_time %1$s, to_time %2$s,
                anchor text default null, first_weekday integer default 1, day_start time default '00:00')
            returns table (start_time timestamptz, end_time timestamptz)
            language sql stable parallel safe
            rows 1000
            as $body$
                select bucket.start_time, bucket.end_time
                from health_code.bucket_edges(
                    for_person_id, "interval", time_zone, health_code.time_text(from_time), health_code.time_text(to_time), anchor,
                    first_weekday, day_start) bucket
            $body$;
            comment on function health_code.bucket_edges(integer, text, text, %1$s, %2$s, text, integer, time) is
                'The same of dates and timestamps, which are wall clocks in time_zone, and of timestamptz.';
            $function$, kinds[1], kinds[2]);
    end loop;
end;
$$;
