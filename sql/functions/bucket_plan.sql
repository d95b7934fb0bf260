create function health_code.bucket_plan(
    for_person_id integer, "interval" text, time_zone text, from_time timestamptz, to_time timestamptz,
    anchor timestamp default null, first_weekday integer default 1, day_start time default '00:00')
returns timestamptz[]
language plpgsql stable parallel safe
as $$
#variable_conflict use_variable
declare
    -- The constants BucketPlan.bucketsMax and BucketInterval.countMax of the program.
    buckets_max constant integer := 100000;
    count_max constant integer := 10000;
    -- health.time_zone_offset has the changes of offsets up to this date.
    known_until constant timestamp := '2100-01-01';
    matched text[] := regexp_match(
        bucket_plan."interval", '^(?:0*([0-9]{1,5}) ?)?(minute|hour|day|week|month|quarter|year)s?$');
    multiple integer := coalesce(matched[1], '1')::integer;
    unit text := matched[2];
    -- The step of intervals of days and longer.
    step_days integer := case unit when 'day' then multiple when 'week' then 7 * multiple end;
    step_months integer := case unit
        when 'month' then multiple when 'quarter' then 3 * multiple when 'year' then 12 * multiple end;
    step interval := make_interval(days => coalesce(step_days, 0), months => coalesce(step_months, 0));
    -- The step of intervals of minutes and hours, in microseconds.
    step_elapsed bigint := case unit when 'minute' then 60000000 when 'hour' then 3600000000 end * multiple;
    begins timestamp := anchor;
    anchor_time timestamptz;
    indexes bigint[];
    first_index bigint;
    last_index bigint;
    latest timestamp;
    -- The pieces of the clock. The offset changes between two pieces. Each piece has the range of
    -- wall clock times that the clock shows for the first time, the instant at which the piece
    -- begins, and its offset from UTC in seconds.
    reached_from timestamp[];
    reached_until timestamp[];
    since timestamptz[];
    utc_offset integer[];
begin
    if from_time is null or to_time is null or not isfinite(from_time) or not isfinite(to_time) then
        raise exception 'from_time and to_time must be finite times' using errcode = 'invalid_parameter_value';
    elsif from_time >= to_time then
        raise exception 'to_time must be later than from_time' using errcode = 'invalid_parameter_value';
    elsif unit is null or multiple not between 1 and count_max then
        raise exception 'interval must be minute, hour, day, week, month, quarter or year, optionally after a number '
            'from 1 to %', count_max
            using errcode = 'invalid_parameter_value';
    elsif begins is null then
        if coalesce(first_weekday not between 1 and 7, true) then
            raise exception 'first_weekday must be from 1 (Monday) to 7 (Sunday)' using errcode = 'invalid_parameter_value';
        elsif coalesce(day_start = '24:00', true) then
            raise exception 'day_start must be a time of day before 24:00' using errcode = 'invalid_parameter_value';
        end if;
        -- 2001-01-01 is a Monday and the first day of a year.
        begins := date '2001-01-01' + case unit when 'week' then first_weekday - 1 else 0 end + day_start;
    elsif first_weekday is distinct from 1 or day_start is distinct from '00:00' then
        raise exception 'anchor excludes first_weekday and day_start' using errcode = 'invalid_parameter_value';
    elsif not isfinite(begins) then
        raise exception 'anchor must be finite' using errcode = 'invalid_parameter_value';
    end if;

    -- A wall clock time is reached at the first instant at which the clock shows it or a later
    -- time. When the clock goes back, it shows times that have been reached before.
    with shown as (
        select
            piece.from_time,
            piece.utc_offset,
            max((piece.until_time at time zone 'UTC') + make_interval(secs => piece.utc_offset))
                over (order by piece.from_time) as until
        from health_code.clock(for_person_id, time_zone) piece
    ), reached as (
        select *, lag(shown.until, 1, '-infinity') over (order by shown.from_time) as from from shown
    )
    select
        array_agg(reached.from order by reached.from_time),
        array_agg(reached.until order by reached.from_time),
        array_agg(reached.from_time order by reached.from_time),
        array_agg(reached.utc_offset order by reached.from_time)
    into reached_from, reached_until, since, utc_offset
    from reached;

    if step_elapsed is not null then
        select greatest(piece.since, (begins at time zone 'UTC') - make_interval(secs => piece.utc_offset))
        into anchor_time
        from unnest(reached_from, reached_until, since, utc_offset) as piece (reached_from, reached_until, since, utc_offset)
        where piece.reached_from <= begins and begins < piece.reached_until;
        latest := begins;
        first_index := floor((extract(epoch from from_time) - extract(epoch from anchor_time)) * 1000000 / step_elapsed);
        last_index := ceil((extract(epoch from to_time) - extract(epoch from anchor_time)) * 1000000 / step_elapsed);
    else
        -- The index of the last edge that is reached at from_time, immediately before to_time, and
        -- at to_time.
        select array_agg(last.index order by asked.time)
        into indexes
        from unnest(array[from_time, to_time - interval '1 microsecond', to_time]) as asked (time)
        cross join lateral (
            select greatest(
                (asked.time at time zone 'UTC') + make_interval(secs => piece.utc_offset),
                piece.reached_from - interval '1 microsecond') as wall
            from unnest(reached_from, since, utc_offset) as piece (reached_from, since, utc_offset)
            where piece.since <= asked.time
            order by piece.since desc
            limit 1
        ) clock
        cross join lateral health_code.bucket_index(begins, step_days, step_months, clock.wall) as last (index);
        first_index := indexes[1];
        last_index := indexes[3] + (indexes[2] = indexes[3])::integer;
        latest := begins + last_index * step;
    end if;

    if last_index - first_index > buckets_max then
        raise exception 'the range would need % buckets; at most % are allowed', last_index - first_index, buckets_max
            using errcode = 'program_limit_exceeded', hint = 'use a shorter range or a longer interval';
    elsif latest >= known_until and since[cardinality(since)] >= known_until - interval '1 year' then
        raise exception 'the offsets of time zone "%" are not known from % on', coalesce(time_zone, 'person'),
                to_char(known_until, 'YYYY-MM-DD')
            using errcode = 'invalid_parameter_value', hint = 'use the time zone UTC';
    end if;

    if step_elapsed is not null then
        return array(
            select anchor_time + index * (step_elapsed * interval '1 microsecond')
            from generate_series(first_index, last_index) as index
            order by index);
    end if;
    return array(
        -- A day that the clock skips begins and ends at the same instant. DISTINCT removes it.
        select distinct greatest(piece.since, (local.time at time zone 'UTC') - piece.shift) as time
        from (
            select
                piece.*, make_interval(secs => piece.utc_offset) as shift,
                health_code.bucket_index(begins, step_days, step_months, greatest(piece.reached_from, begins + first_index * step))
                    as first,
                health_code.bucket_index(begins, step_days, step_months, least(piece.reached_until, latest)) as last
            from unnest(reached_from, reached_until, since, utc_offset) as piece (reached_from, reached_until, since, utc_offset)
            where piece.reached_until > begins + first_index * step and piece.reached_from <= latest
            -- "offset 0" makes PostgreSQL compute these columns once.
            offset 0
        ) piece
        cross join lateral (
            select begins + index * step as time from generate_series(piece.first, piece.last) as index offset 0
        ) local
        where piece.reached_from <= local.time and local.time < piece.reached_until
        order by time);
end;
$$;

comment on function health_code.bucket_plan(integer, text, text, timestamptz, timestamptz, timestamp, integer, time) is
    'Returns the edges of the buckets of health_code.bucket_edges, for instants instead of texts: the start of each bucket and the '
    'end of the last.';
