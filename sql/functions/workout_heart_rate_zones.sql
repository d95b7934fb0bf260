create function health_code.workout_heart_rate_zones(
    person text, bounds double precision[] default null, time_zone text default null, from_date date default null, to_date date default null,
    out workout_uuid uuid,
    out activity text,
    out start_time timestamptz,
    out end_time timestamptz,
    out zone integer,
    out lower_bound double precision,
    out upper_bound double precision,
    out seconds double precision,
    out share double precision,
    out measured_seconds double precision,
    out unmeasured_seconds double precision,
    inout unit text default null
)
returns setof record
language plpgsql stable
rows 600
as $$
#variable_conflict use_variable
declare
    bounds_max constant integer := 20;
    for_person_id constant integer := health_code.known_person(person);
begin
    perform set_config('healthstore.asked_person_id', for_person_id::text, true);
    if bounds is not null and (
        array_ndims(bounds) is distinct from 1 or cardinality(bounds) > bounds_max or array_position(bounds, null) is not null
        or exists (
            select
            from unnest(bounds) with ordinality as bound (value, number)
            where not bound.value between 0 and 1e6 or bound.value <= bounds[array_lower(bounds, 1) + bound.number::integer - 2]))
    then
        raise exception 'bounds must be 1 to % heart rates in ascending order', bounds_max
            using errcode = 'invalid_parameter_value',
                hint = 'for example array[100, 120, 140, 160], or health_code.heart_rate_zone_bounds(190)';
    end if;
    return query
    select
        found.workout_uuid, found.activity, found.start_time, found.end_time, found.zone, found.lower_bound, found.upper_bound,
        found.seconds, found.seconds / nullif(found.measured_seconds, 0), found.measured_seconds, found.unmeasured_seconds,
        found.unit_string
    from health_code.day_range(for_person_id, time_zone, from_date, to_date) range
    cross join lateral health_code.heart_rate_zones(for_person_id, range.from_time, range.to_time, bounds, unit) found;
    perform set_config('healthstore.asked_person_id', '', true);
end;
$$;

comment on function health_code.workout_heart_rate_zones(text, double precision[], text, date, date, text) is
    'Returns the time in each heart-rate zone of each workout that begins on the days from from_date to to_date, exclusive, of '
    'time_zone; without a date there is no limit. bounds has the lower bounds of the zones 1, 2, … in ascending order, in unit; '
    'zone 0 is below the first bound, and a value that equals a bound is in the zone above it. Without bounds, they are those of '
    'heart_rate_zone_bounds for 208 - 0.7 * age beats per minute, or for the greatest heart rate of the workout if the date of '
    'birth is not known. Each workout has a row for each zone; pauses are left out. The value of a sample with a length applies for its length, and that of a point until the next sample '
    'of its source begins, for ten minutes at most, as in averages of heart rate. Of two samples of one source, the one that began '
    'later decides; of several sources, the one with the highest priority. An aggregate counts only where no sample of higher '
    'priority touches it. seconds is 0 if the zone was not reached. measured_seconds is the time of the workout with a heart rate, unmeasured_seconds the time without one, both '
    'without pauses; share is seconds / measured_seconds, null if nothing was measured. Without time_zone, days are those of the person''s own clock, or of '
    'UTC if the person''s zones are not known. unit is the requested one, else the person''s choice, else count/min.';
