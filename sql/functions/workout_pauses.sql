create function health_code.workout_pauses(parts jsonb, start_time timestamptz, end_time timestamptz) returns tstzmultirange
language plpgsql stable parallel restricted
as $$
#variable_conflict use_variable
declare
    event record;
    paused timestamptz;
    motion_paused timestamptz;
    pauses tstzmultirange := '{}';
begin
    for event in
        select type.case_name as type, began.start_time, ended.end_time
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
        cross join lateral (
            select case
                when element.value ->> 'endDate' is not null then health_code.json_time(element.value -> 'endDate')
                when element.value ->> 'duration' is null then began.start_time
                else began.start_time + make_interval(secs => health_code.json_number(element.value -> 'duration'))
            end
        ) ended (end_time)
        where began.start_time <= ended.end_time
        order by began.start_time, element.number
    loop
        if event.type in ('pause', 'motionPaused') and event.end_time > event.start_time then
            -- A pause with a length ends by itself.
            pauses := pauses + tstzmultirange(tstzrange(event.start_time, event.end_time));
        elsif event.type = 'pause' then
            paused := coalesce(paused, event.start_time);
        elsif event.type = 'motionPaused' then
            motion_paused := coalesce(motion_paused, event.start_time);
        elsif event.type in ('resume', 'motionResumed') then
            if motion_paused is not null then
                pauses := pauses + tstzmultirange(tstzrange(motion_paused, event.start_time));
                motion_paused := null;
            end if;
            if event.type = 'resume' and paused is not null then
                pauses := pauses + tstzmultirange(tstzrange(paused, event.start_time));
                paused := null;
            end if;
        end if;
    end loop;
    paused := least(paused, motion_paused);
    if paused < end_time then
        pauses := pauses + tstzmultirange(tstzrange(paused, end_time));
    end if;
    return pauses * tstzmultirange(tstzrange(start_time, end_time));
end;
$$;

comment on function health_code.workout_pauses(jsonb, timestamptz, timestamptz) is
    'Returns the pauses of a workout: those of GET /v1/workouts. A pause lasts from its event to the next resume, or to end_time. '
    'motionResumed ends only a pause that motion detection began. A pause event with a length is a complete pause. Events that '
    'cannot be read do not count. parts, start_time and end_time are those of health.workout_sample.';
