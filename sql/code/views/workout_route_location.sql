create view health.workout_route_location with (security_invoker = true) as
select
    sample.person_id,
    person.name as person,
    sample.uuid,
    contained_sample.container_uuid as workout_uuid,
    (location.ordinal - 1)::integer as ordinal,
    health_code.json_time(location.value -> 'timestamp') as time,
    health_code.json_number(location.value -> 'latitude') as latitude,
    health_code.json_number(location.value -> 'longitude') as longitude,
    health_code.json_number(location.value -> 'altitude') as altitude,
    health_code.json_number(location.value -> 'horizontalAccuracy') as horizontal_accuracy,
    health_code.json_number(location.value -> 'verticalAccuracy') as vertical_accuracy,
    health_code.json_number(location.value -> 'speed') as speed,
    health_code.json_number(location.value -> 'course') as course
from health.sample
join health.sample_type using (sample_type_id)
join health.person on person.person_id = sample.person_id
join health.sample_detail on sample_detail.person_id = sample.person_id and sample_detail.uuid = sample.uuid
left join health.contained_sample
    on contained_sample.person_id = sample.person_id and contained_sample.uuid = sample.uuid
cross join lateral jsonb_array_elements(
    case when jsonb_typeof(sample_detail.parts -> 'locations') = 'array' then sample_detail.parts -> 'locations' end
) with ordinality as location (value, ordinal)
where sample_type.identifier = 'HKWorkoutRouteTypeIdentifier';

comment on view health.workout_route_location is
    'The points of workout routes (CLLocation of an HKWorkoutRoute). Ask for one route or workout at a time: a route of an '
    'hour has thousands.';
comment on column health.workout_route_location.person_id is 'Whose sample.';
comment on column health.workout_route_location.person is 'The person''s name.';
comment on column health.workout_route_location.uuid is 'The route, in health.sample.';
comment on column health.workout_route_location.workout_uuid is
    'The workout that the route belongs to; null where none is known.';
comment on column health.workout_route_location.ordinal is 'Its place in the route as sent, from 0.';
comment on column health.workout_route_location.time is 'When the person was there; null where it cannot be read.';
comment on column health.workout_route_location.latitude is 'Degrees, north is positive.';
comment on column health.workout_route_location.longitude is 'Degrees, east is positive.';
comment on column health.workout_route_location.altitude is 'Metres above the sea.';
comment on column health.workout_route_location.horizontal_accuracy is
    'Radius of uncertainty in metres; negative: the place is not valid.';
comment on column health.workout_route_location.vertical_accuracy is 'Metres; not positive: the altitude is not valid.';
comment on column health.workout_route_location.speed is 'Metres per second; negative: not valid.';
comment on column health.workout_route_location.course is 'Degrees from north, clockwise; negative: not valid.';
