create or replace function health.recorded_type_names(parts jsonb) returns setof text
language sql immutable parallel safe rows 10
begin atomic
    select recorded.type #>> '{}'
    from (
        values
            ('$.workoutStatistics[*].type'::jsonpath), ('$.workoutZoneGroups[*].type'),
            ('$.workoutActivities[*].workoutStatistics[*].type'),
            ('$.workoutActivities[*].workoutZoneGroups[*].type')
    ) as place (path)
    cross join lateral jsonb_path_query(parts, place.path) as recorded (type);
end;

comment on function health.recorded_type_names(jsonb) is
    'The names of the types whose figures are in the parts of a workout, as the client sent them.';
