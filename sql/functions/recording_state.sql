create function health_code.recording_state(parts jsonb, end_time timestamptz) returns text
language plpgsql stable parallel restricted
as $$
#variable_conflict use_variable
declare
    after timestamptz;
begin
    if parts -> 'isRecording' is distinct from 'true'::jsonb then
        return null;
    end if;
    if end_time not between now() - interval '4 hours' and now() + interval '4 hours' then
        return 'ended';
    end if;
    -- A pause that begins at the end has no length up to the end.
    after := end_time + interval '1 us';
    return case when upper(health_code.workout_pauses(parts, '-infinity', after)) = after then 'paused' else 'running' end;
end;
$$;

comment on function health_code.recording_state(jsonb, timestamptz) is
    'Returns the recordingState of GET /v1/workouts for a workout that is recorded live and not finished: ended if its newest data '
    'are more than 4 hours away from now, paused if the last event that begins or ends a pause began one, else running. Null for '
    'any other workout. parts and end_time are those of health.workout_sample.';
