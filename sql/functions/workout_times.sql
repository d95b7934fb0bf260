create function health_code.workout_times(
    for_person_id integer, from_time timestamptz, to_time timestamptz, with_pauses boolean default false)
returns table (
    uuid uuid, activity text, start_time timestamptz, end_time timestamptz, layer integer,
    pauses tstzmultirange)
language plpgsql stable parallel safe
rows 100
as $$
#variable_conflict use_column
declare
    layer_ends timestamptz[] := '{}';
begin
    for uuid, activity, start_time, end_time, pauses in
        select
            sample.uuid, coalesce(workout_activity_type.case_name, workout.sent_activity_type), sample.start_time,
            sample.end_time,
            case when with_pauses then health_code.workout_pauses(
                (
                    select detail.parts from health.sample_detail detail
                    where detail.person_id = for_person_id and detail.uuid = sample.uuid
                ), sample.start_time, sample.end_time)
            end
        from health.sample
        join health.workout on workout.person_id = for_person_id and workout.uuid = sample.uuid
        left join health.workout_activity_type on workout_activity_type.raw_value = workout.activity_type
        where sample.person_id = for_person_id
            and sample.sample_type_id = (
                select sample_type.sample_type_id from health.sample_type
                where sample_type.identifier = 'HKWorkoutTypeIdentifier')
            and sample.start_time >= coalesce(from_time, '-infinity')
            and sample.start_time < coalesce(to_time, 'infinity')
        order by sample.start_time, sample.end_time, sample.uuid
    loop
        layer := null;
        if start_time < end_time then
            layer := 1;
            while layer_ends[layer] > start_time loop layer := layer + 1; end loop;
            layer_ends[layer] := end_time;
        end if;
        return next;
    end loop;
end;
$$;

comment on function health_code.workout_times(integer, timestamptz, timestamptz, boolean) is
    'Returns the workouts of a person that begin in [from_time, to_time), in order of their start. A null is no '
    'limit. Pieces of time must not overlap, but workouts of two apps may. Each workout is in the first layer, from '
    '1, in which all earlier workouts have ended. A workout without a length has no figures and no layer. '
    'pauses is null unless with_pauses.';
