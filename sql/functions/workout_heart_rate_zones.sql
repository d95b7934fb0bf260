create function health_code.workout_heart_rate_zones(
    person text, bounds double precision[], time_zone text default null, from_date date default null, to_date date default null,
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
    inout unit text default null
)
returns setof record
language plpgsql stable
rows 600
-- The settings are those of health_code.sample_figures.
set jit = off
set enable_nestloop = off
set enable_mergejoin = off
set plan_cache_mode = force_generic_plan
set datestyle = 'ISO, YMD'
as $$
#variable_conflict use_variable
declare
    bounds_max constant integer := 20;
    for_person_id constant integer := health_code.known_person(person);
    for_sample_type_id constant integer := health_code.known_quantity_type('HKQuantityTypeIdentifierHeartRate');
begin
    perform set_config('healthstore.asked_person_id', for_person_id::text, true);
    if bounds is null or array_ndims(bounds) is distinct from 1 or cardinality(bounds) > bounds_max
        or array_position(bounds, null) is not null
        or exists (
            select
            from unnest(bounds) with ordinality as bound (value, number)
            where not bound.value between 0 and 1e6 or bound.value <= bounds[array_lower(bounds, 1) + bound.number::integer - 2])
    then
        raise exception 'bounds must be 1 to % heart rates in ascending order', bounds_max
            using errcode = 'invalid_parameter_value',
                hint = 'for example array[100, 120, 140, 160], or health_code.heart_rate_zone_bounds(190)';
    end if;
    return query
    with shown as materialized (
        select * from health_code.unit_of(for_person_id, for_sample_type_id, unit)
    ), workout as materialized (
        select times.*
        from health_code.day_range(for_person_id, time_zone, from_date, to_date) range
        cross join health_code.workout_times(for_person_id, range.from_time, range.to_time) with ordinality
            as times (uuid, activity, start_time, end_time, layer, number)
    ),
    -- The samples whose value may apply during each workout. One sample of a source at each start:
    -- the one that ends last.
    kept as (
        select distinct on (near.number, near.rank, near.start_time) near.*
        from (
            select
                sample.*,
                unnest(layer.numbers[
                    width_bucket(sample.start_time, layer.start_times):
                    width_bucket(
                        greatest(sample.end_time, sample.start_time + rule.point_stand) + rule.touch, layer.start_times)
                ]) as number
            from health_code.statistics_rule(for_person_id, for_sample_type_id) rule
            cross join (
                select
                    array_agg(workout.number order by workout.number) as numbers,
                    array_agg(workout.start_time order by workout.number) as start_times,
                    array_agg(workout.end_time order by workout.number) as end_times
                from workout
                where workout.layer is not null
                group by workout.layer
            ) layer
            cross join lateral health_code.counting_samples(
                for_person_id, for_sample_type_id, layer.start_times, layer.end_times, with_extremes => false) sample
        ) near
        order by near.number, near.rank, near.start_time, near.end_time desc, near.uuid desc, near.ordinal desc
    ),
    -- The time for which the value of each sample applies. A source has one value at each instant.
    standing as (
        select
            kept.number, kept.rank, kept.quantity, greatest(kept.start_time, workout.start_time) as from_time,
            least(
                kept.stands_until,
                lead(kept.start_time) over (partition by kept.number, kept.rank order by kept.start_time),
                workout.end_time) as to_time
        from kept
        join workout on workout.number = kept.number
    ),
    -- The times of each zone and source. The rounding takes away the error of the conversion, so
    -- that a value that equals a bound is in the zone above it.
    timed as materialized (
        select
            standing.number, standing.rank,
            width_bucket(round((standing.quantity * shown.factor + shown.shift) * 1e6) / 1e6, bounds) as zone,
            range_agg(tstzrange(standing.from_time, standing.to_time)) as times
        from standing
        cross join shown
        where standing.from_time < standing.to_time
        group by 1, 2, 3
    ),
    -- At each instant the source with the highest priority decides.
    counted as (
        select won.number, won.zone, sum(date_part('epoch', upper(span.period) - lower(span.period))) as seconds
        from (
            select
                timed.number, timed.zone,
                timed.times - coalesce(
                    (
                        select range_agg(higher.times)
                        from timed higher
                        where higher.number = timed.number and higher.rank < timed.rank
                    ), '{}') as times
            from timed
        ) won
        cross join lateral unnest(won.times) span (period)
        group by won.number, won.zone
    )
    select
        workout.uuid, workout.activity, workout.start_time, workout.end_time, zone.zone,
        bounds[array_lower(bounds, 1) + zone.zone - 1], bounds[array_lower(bounds, 1) + zone.zone],
        coalesce(counted.seconds, 0), coalesce(counted.seconds, 0) / sum(counted.seconds) over each_workout,
        coalesce(sum(counted.seconds) over each_workout, 0), shown.unit_string
    from workout
    cross join shown
    cross join generate_series(0, cardinality(bounds)) zone (zone)
    left join counted on counted.number = workout.number and counted.zone = zone.zone
    window each_workout as (partition by workout.number)
    order by workout.number, zone.zone;
    perform set_config('healthstore.asked_person_id', '', true);
end;
$$;

comment on function health_code.workout_heart_rate_zones(text, double precision[], text, date, date, text) is
    'Returns the time in each heart-rate zone of each workout that begins on the days from from_date to to_date, exclusive, of '
    'time_zone; without a date there is no limit. bounds has the lower bounds of the zones 1, 2, … in ascending order, in unit; '
    'zone 0 is below the first bound, and a value that equals a bound is in the zone above it. Each workout has a row for each '
    'zone, pauses included. The value of a sample with a length applies for its length, and that of a point until the next sample '
    'of its source begins, for ten minutes at most, as in averages of heart rate. Of two samples of one source, the one that began '
    'later decides; of several sources, the one with the highest priority. An aggregate counts only where no sample of higher '
    'priority touches it. seconds is 0 if the zone was not reached. measured_seconds is the time of the workout with a heart rate; '
    'share is seconds / measured_seconds, null if nothing was measured. Without time_zone, days are those of the person''s own clock, or of '
    'UTC if the person''s zones are not known. unit is the requested one, else the person''s choice, else count/min.';
