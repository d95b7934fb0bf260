select plan(13);

create function pg_temp.state(events jsonb, ended interval default '0', is_recording jsonb default 'true') returns text
language sql as $$
    select health_code.recording_state(
        jsonb_build_object('isRecording', is_recording, 'workoutEvents', events), now() + ended)
$$;
-- An event some minutes before now.
create function pg_temp.event(type jsonb, minutes integer, more jsonb default '{}') returns jsonb
language sql as $$
    select jsonb_build_object('type', type, 'startDate', to_json(now() - minutes * interval '1 min')) || more
$$;
create function pg_temp.events(variadic events jsonb[]) returns jsonb language sql as 'select to_jsonb(events)';

select is(health_code.recording_state('{}', now()), null, 'null for a workout that is not recorded');
select is(pg_temp.state(null, is_recording => 'false'), null, 'null if isRecording is not true');
select is(pg_temp.state(null), 'running', 'running without events');
select is(pg_temp.state('[1, {"type": "pause"}, {"type": "lap"}]'), 'running', 'events that cannot be read do not count');
select is(pg_temp.state(pg_temp.events(pg_temp.event('"pause"', 5))), 'paused', 'paused after a pause');
select is(
    pg_temp.state(pg_temp.events(pg_temp.event('2', 4), pg_temp.event('1', 5))), 'running',
    'running after a resume, by raw value and in any order');
select is(
    pg_temp.state(pg_temp.events(
        pg_temp.event('"HKWorkoutEventTypePause"', 5), pg_temp.event('"motionResumed"', 4))), 'paused',
    'motion ends no pause of the person');
select is(
    pg_temp.state(pg_temp.events(pg_temp.event('"motionPaused"', 5), pg_temp.event('"resume"', 5))), 'running',
    'events at the same time happened in the order of the list');
select is(
    pg_temp.state(pg_temp.events(pg_temp.event('"pause"', 5, '{"duration": 60}'))), 'running',
    'a pause with a length has ended');
select is(
    pg_temp.state(pg_temp.events(pg_temp.event('"pause"', 5, '{"duration": 400}'), pg_temp.event('"resume"', 1))),
    'paused', 'a pause with a length that reaches beyond the newest data');
select is(
    pg_temp.state(pg_temp.events(pg_temp.event('"pause"', 5), pg_temp.event('"resume"', -5))), 'paused',
    'an event after the newest data has not happened yet');
select is(pg_temp.state(null, interval '-4 h'), 'running', 'running 4 hours after the newest data');
select is(pg_temp.state(null, interval '-4 h -1 us'), 'ended', 'and then ended');
