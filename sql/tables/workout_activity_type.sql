-- HealthKit's kinds of workouts (HKWorkoutActivityType).
create table health.workout_activity_type (
    -- What health.workout.activity_type holds.
    raw_value integer not null,
    -- The name in Swift, such as running.
    case_name text not null,
    -- What exports print.
    export_xml_string text,
    -- The first iOS release with it.
    ios_introduced text,
    -- Whether HealthKit has deprecated it.
    deprecated text,
    -- The release that deprecated it.
    deprecated_in_ios text,
    -- What else is worth knowing.
    note text,
    constraint workout_activity_type_pkey primary key (raw_value)
);
