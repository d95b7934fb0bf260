-- A sample may name its workout before the workout arrives. The index finds the samples that wait
-- for a workout.

-- What hangs on a sample beside its columns. Most samples have no row here.
create table health.sample_detail (
    -- Whose sample.
    person_id integer not null,
    -- The sample.
    uuid uuid not null,
    -- HKMetadata as one object; a key that an export repeats with other values holds an array of
    -- them.
    metadata jsonb,
    -- What belongs to the sample and has no column, in the words of HealthKit: locations,
    -- heartbeats, voltages and others, as the views workout_route_location, heartbeat and
    -- electrocardiogram_voltage show them, and the events, activities, statistics and zones of a
    -- workout. Unknown elements are in the words and order of their sender.
    parts jsonb,
    constraint sample_detail_pkey primary key (person_id, uuid)
);
alter table health.sample_detail alter column person_id set statistics 0;

-- Finds the samples that named a workout before the store had it. Only samples that name a workout
-- have an entry.
create index sample_detail_workout_idx on health.sample_detail (person_id, left(lower(parts ->> 'workout'), 36))
    where parts ? 'workout';
