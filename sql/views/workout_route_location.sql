create view health.workout_route_location with (security_invoker = true) as
select
    sample.person_id,
    sample.person,
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
from health.named_sample sample
join health.sample_detail on sample_detail.person_id = sample.person_id and sample_detail.uuid = sample.uuid
left join health.contained_sample
    on contained_sample.person_id = sample.person_id and contained_sample.uuid = sample.uuid
cross join lateral jsonb_array_elements(
    case when jsonb_typeof(sample_detail.parts -> 'locations') = 'array' then sample_detail.parts -> 'locations' end
) with ordinality as location (value, ordinal)
where sample.identifier = 'HKWorkoutRouteTypeIdentifier';

comment on view health.workout_route_location is
    'The points of workout routes (CLLocation of an HKWorkoutRoute). Select one route or workout at a time: a route of an hour has '
    'thousands of points.';
comment on column health.workout_route_location.uuid is 'The route, in health.sample.';
comment on column health.workout_route_location.workout_uuid is
    'The workout to which the route belongs; null if not known.';
comment on column health.workout_route_location.ordinal is 'Position in the route as sent, from 0.';
comment on column health.workout_route_location.time is 'Time of the location; null if the text sent is not a time.';
comment on column health.workout_route_location.latitude is 'Degrees, north is positive.';
comment on column health.workout_route_location.longitude is 'Degrees, east is positive.';
comment on column health.workout_route_location.altitude is 'Metres above the sea.';
comment on column health.workout_route_location.horizontal_accuracy is
    'Radius of uncertainty in metres; negative if latitude and longitude are not valid.';
comment on column health.workout_route_location.vertical_accuracy is 'Uncertainty of the altitude in metres; zero or negative if the altitude is not valid.';
comment on column health.workout_route_location.speed is 'Metres per second; negative if not valid.';
comment on column health.workout_route_location.course is 'Degrees clockwise from north; negative if not valid.';
