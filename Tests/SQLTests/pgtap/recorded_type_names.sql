select plan(4);

select is_empty('select health.recorded_type_names(null)', 'nothing without parts');
select is_empty($$select health.recorded_type_names('{"workoutEvents": [{"type": "pause"}]}')$$, 'events have no figures');
select set_eq(
    $$select health.recorded_type_names('{
        "workoutStatistics": [{"type": "a"}], "workoutZoneGroups": [{"type": "b"}],
        "workoutActivities": [{"workoutStatistics": [{"type": "c"}], "workoutZoneGroups": [{"type": "d"}]}]}')$$,
    $$values ('a'), ('b'), ('c'), ('d')$$, 'the types of figures that an app sent');
select set_eq(
    $$select health.recorded_type_names('{"children": [
        {"name": "WorkoutStatistics", "attributes": {"type": "a"}}, {"name": "WorkoutZoneGroup", "attributes": {"type": "b"}},
        {"name": "WorkoutActivity", "children": [{"name": "WorkoutStatistics", "attributes": {"type": "c"}}]},
        {"name": "WorkoutEvent", "attributes": {"type": "d"}}]}')$$,
    $$values ('a'), ('b'), ('c')$$, 'the types of figures of an export, without events');
