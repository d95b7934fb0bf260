create function health_code.recording_state(parts jsonb, end_time timestamptz) returns text
language plpgsql stable parallel restricted
as $$
#variable_conflict use_variable
declare
    event record;
    is_paused boolean := false;
    is_motion_paused boolean := false;
begin
    if parts -> 'isRecording' is distinct from 'true'::jsonb then
        return null;
    end if;
    if end_time not between now() - interval '4 hours' and now() + interval '4 hours' then
        return 'ended';
    end if;
    for event in
        select
            type.case_name as type, began.start_time,
            coalesce(
                health_code.json_time(element.value -> 'endDate'),
                began.start_time
                    + make_interval(secs => coalesce(health_code.json_number(element.value -> 'duration'), 0))
            ) as end_time
        from jsonb_array_elements(
            case when jsonb_typeof(parts -> 'workoutEvents') = 'array' then parts -> 'workoutEvents' end
        ) with ordinality as element (value, number)
        join health.workout_event_type type
            on type.raw_value = health_code.json_number(element.value -> 'type')
            or element.value ->> 'type' in (type.case_name, type.export_xml_string)
        cross join lateral (
            select coalesce(
                health_code.json_time(element.value -> 'startDate'), health_code.json_time(element.value -> 'date'))
        ) began (start_time)
        where began.start_time <= end_time
        order by began.start_time, element.number
    loop
        if event.type in ('pause', 'motionPaused') and event.end_time > event.start_time then
            -- A pause with a length ends by itself.
            if event.end_time > end_time then
                return 'paused';
            end if;
        elsif event.type = 'pause' then
            is_paused := true;
        elsif event.type = 'motionPaused' then
            is_motion_paused := true;
        elsif event.type = 'resume' then
            is_paused := false;
            is_motion_paused := false;
        elsif event.type = 'motionResumed' then
            is_motion_paused := false;
        end if;
    end loop;
    return case when is_paused or is_motion_paused then 'paused' else 'running' end;
end;
$$;

comment on function health_code.recording_state(jsonb, timestamptz) is
    'Returns the recordingState of GET /v1/workouts for a workout that is recorded live and not finished: ended if its newest data '
    'are more than 4 hours away from now, paused if the last event that begins or ends a pause began one, else running. Null for '
    'any other workout. parts and end_time are those of health.workout_sample.';
