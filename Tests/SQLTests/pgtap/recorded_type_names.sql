select plan(3);

select is_empty('select health.recorded_type_names(null)', 'nothing without parts');
select is_empty($$select health.recorded_type_names('{"workoutEvents": [{"type": "pause"}]}')$$, 'events have no figures');
select set_eq(
    $$select health.recorded_type_names('{
        "workoutStatistics": [{"type": "a"}], "workoutZoneGroups": [{"type": "b"}],
        "workoutActivities": [{"workoutStatistics": [{"type": "c"}], "workoutZoneGroups": [{"type": "d"}]}]}')$$,
    $$values ('a'), ('b'), ('c'), ('d')$$, 'the types of figures of a workout and of its activities');
