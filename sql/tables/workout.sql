-- What a workout has beside the columns of health.sample (HKWorkout). A column is null where
-- nothing was sent; values and units as sent are in health.sample_detail.parts.
create table health.workout (
    -- Whose workout.
    person_id integer not null,
    -- The sample.
    uuid uuid not null,
    -- Raw value of HKWorkoutActivityType (health.workout_activity_type); null for one in no
    -- catalogue.
    activity_type integer,
    -- The activity as sent; null where it is the catalogue's own text of activity_type.
    sent_activity_type text,
    -- Seconds, without pauses.
    duration double precision,
    -- Kilocalories.
    total_energy_burned double precision,
    -- Metres.
    total_distance double precision,
    constraint workout_pkey primary key (person_id, uuid)
);
alter table health.workout alter column person_id set statistics 0;
