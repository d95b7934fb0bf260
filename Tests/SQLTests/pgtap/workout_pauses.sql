select plan(9);

-- Events are of 2024-01-01 (UTC).
create function pg_temp.at(clock text) returns timestamptz
language sql as $$ select (date '2024-01-01' + clock::interval) at time zone 'UTC' $$;
create function pg_temp.event(type jsonb, since text, more jsonb default '{}') returns jsonb
language sql as $$ select jsonb_build_object('type', type, 'startDate', '2024-01-01T' || since || ':00Z') || more $$;
-- The pauses from 10:00 to 11:00, in minutes of that hour.
create function pg_temp.pauses(variadic events jsonb[]) returns text
language sql as $$
    select coalesce(string_agg(
        to_char(lower(pause.period) at time zone 'UTC', 'MI') || '-' || to_char(upper(pause.period) at time zone 'UTC', 'MI'),
        ' ' order by lower(pause.period)), '')
    from unnest(health_code.workout_pauses(
        jsonb_build_object('workoutEvents', to_jsonb(events)), pg_temp.at('10:00'), pg_temp.at('11:00'))) pause (period)
$$;

select is(health_code.workout_pauses(null, pg_temp.at('10:00'), pg_temp.at('11:00')), '{}', 'no pauses without events');
select is(pg_temp.pauses('1', '{"type": "pause"}', pg_temp.event('"lap"', '10:05')), '', 'events that cannot be read do not count');
select is(
    pg_temp.pauses(pg_temp.event('2', '10:20'), pg_temp.event('1', '10:10'), pg_temp.event('"pause"', '10:12')), '10-20',
    'a pause lasts to the next resume, in any order and by raw value; a second pause has no effect');
select is(
    pg_temp.pauses(pg_temp.event('"HKWorkoutEventTypePause"', '10:10'), pg_temp.event('"motionResumed"', '10:20')), '10-00',
    'motion ends no pause of the person; a pause without an end lasts to the end of the workout');
select is(
    pg_temp.pauses(pg_temp.event('"motionPaused"', '10:10'), pg_temp.event('"motionResumed"', '10:20'), pg_temp.event('"motionPaused"', '10:30'),
        pg_temp.event('"resume"', '10:40')), '10-20 30-40', 'a resume ends a pause that motion began');
select is(
    pg_temp.pauses(pg_temp.event('"pause"', '09:50', '{"endDate": "2024-01-01T10:05:00Z"}'), pg_temp.event('"pause"', '10:10', '{"duration": 300}'),
        pg_temp.event('"pause"', '10:15', '{"endDate": "2024-01-01 12:20:00 +0200"}')), '00-05 10-20',
    'pauses with a length end by themselves, are cut at the start of the workout, and are joined if they touch');
select is(
    pg_temp.pauses(pg_temp.event('"pause"', '10:10', '{"endDate": "2024-01-01T10:05:00Z"}'), pg_temp.event('"pause"', '10:10', '{"duration": -5}'),
        pg_temp.event('"pause"', '10:10', '{"duration": "x"}'), pg_temp.event('"pause"', '10:10', '{"endDate": "x"}')), '',
    'an event that ends before its start, or has no readable end, does not count');
select is(pg_temp.pauses(pg_temp.event('"resume"', '10:10')), '', 'a resume alone is no pause');
select is(pg_temp.pauses(pg_temp.event('"pause"', '11:10')), '', 'a pause after the end does not count');
