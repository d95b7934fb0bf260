-- The people of measured.sql, and a way to add workouts of Ada's watch on 2024-01-01 (UTC):
-- \ir include/workouts.sql
\ir measured.sql

create function pg_temp.work_out(
    since text, until text, activity integer default 37, events jsonb default null, meters double precision default null,
    activities jsonb default null)
returns uuid
language plpgsql as $$
declare
    added constant uuid := gen_random_uuid();
begin
    insert into health.sample (person_id, sample_type_id, uuid, start_time, end_time, source_revision_id, change_position)
    select 1, sample_type_id, added, pg_temp.instant(since), pg_temp.instant(until), 2, 1
    from health.sample_type where identifier = 'HKWorkoutTypeIdentifier';
    insert into health.workout (person_id, uuid, activity_type, total_distance) values (1, added, activity, meters);
    insert into health.sample_detail (person_id, uuid, parts)
    select 1, added, jsonb_build_object('workoutEvents', events, 'workoutActivities', activities)
    where coalesce(events, activities) is not null;
    return added;
end
$$;
