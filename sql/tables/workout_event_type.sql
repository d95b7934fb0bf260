-- What can happen in a workout (HKWorkoutEventType).
create table health.workout_event_type (
    -- HealthKit's number.
    raw_value integer not null,
    -- The name in Swift, such as pause.
    case_name text not null,
    -- What exports print.
    export_xml_string text,
    -- The first iOS release with it.
    ios_introduced text,
    -- Whether it may last.
    may_have_duration text,
    -- What happened.
    meaning text,
    constraint workout_event_type_pkey primary key (raw_value)
);
