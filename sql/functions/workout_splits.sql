create function health_code.workout_splits(
    person text, split_length double precision default null, time_zone text default null, from_date date default null,
    to_date date default null,
    out workout_uuid uuid,
    out activity text,
    out start_time timestamptz,
    out end_time timestamptz,
    out split integer,
    out split_start_time timestamptz,
    out split_end_time timestamptz,
    out distance double precision,
    out seconds double precision,
    out heart_rate double precision,
    out total_distance double precision,
    out recorded_distance double precision,
    out repeated_distance double precision,
    out type text,
    inout unit text default null
)
returns setof record
language plpgsql stable
rows 1000
as $$
#variable_conflict use_variable
declare
    for_person_id constant integer := health_code.known_person(person);
begin
    perform set_config('healthstore.asked_person_id', for_person_id::text, true);
    if split_length <= 0 or not split_length between 0 and 1e9 then
        raise exception 'split_length must be positive' using errcode = 'invalid_parameter_value',
            hint = 'for example 1 for splits of a kilometre, if the unit is km';
    end if;
    return query
    select
        found.workout_uuid, found.activity, found.start_time, found.end_time, found.split, found.split_start_time,
        found.split_end_time, found.distance, found.seconds, found.heart_rate, found.total_distance, found.recorded_distance,
        found.repeated_distance,
        (select sample_type.short_name from health.sample_type where sample_type.identifier = found.identifier), found.unit_string
    from health_code.day_range(for_person_id, time_zone, from_date, to_date) range
    cross join lateral health_code.distance_splits(for_person_id, range.from_time, range.to_time, split_length, unit) found;
    perform set_config('healthstore.asked_person_id', '', true);
end;
$$;

comment on function health_code.workout_splits(text, double precision, text, date, date, text) is
    'Returns the splits of each workout that begins on the days from from_date to to_date, exclusive, of time_zone: those of GET '
    '/v1/workouts/{uuid}. split_length is in unit. Without it a split is a kilometre, or a mile if unit is mi, yd, ft or in; of a '
    'distance with more than 60 of them, 2, 5, 10, 20, 50 or 100 of them are one. A split ends when its distance was first '
    'reached. What is left is a split, too; less than 2 percent of one is part of the last. distance is that of the split, and '
    'seconds its time without pauses. heart_rate is the average of the values that apply in the split, without pauses, in the '
    'person''s unit. total_distance is the sum of the splits, without pauses; recorded_distance was sent with the workout, and '
    'is null if it was not. repeated_distance is what overlapping samples of one source add to total_distance. type is the type '
    'of the samples, or workoutRoute for the points of routes: see health_code.workout_distance. Without '
    'time_zone, days are those of the person''s own clock, or of UTC if the person''s zones are not known. unit is the requested '
    'one, else the person''s choice for distanceWalkingRunning, else km. A workout without a distance, and one of several '
    'activities, has no row.';
