create function health_code.heart_rate_zones(
    for_person_id integer, from_time timestamptz, to_time timestamptz, bounds double precision[], unit text default null)
returns table (
    workout_uuid uuid, activity text, start_time timestamptz, end_time timestamptz, zone integer,
    lower_bound double precision, upper_bound double precision, seconds double precision, measured_seconds double precision,
    unmeasured_seconds double precision, maximum_heart_rate double precision, age integer, unit_string text)
language plpgsql stable
rows 600
-- The settings are those of health_code.sample_figures.
set jit = off
set enable_nestloop = off
set enable_mergejoin = off
set plan_cache_mode = force_generic_plan
set datestyle = 'ISO, YMD'
as $$
#variable_conflict use_column
declare
    for_sample_type_id constant integer := health_code.known_quantity_type('HKQuantityTypeIdentifierHeartRate');
    birth_date text;
begin
    if bounds is null then
        select substring(characteristic.value from '^[0-9]{4}-[0-9]{2}-[0-9]{2}') into birth_date
        from health.characteristic
        where characteristic.person_id = for_person_id
            and characteristic.identifier = 'HKCharacteristicTypeIdentifierDateOfBirth';
    end if;
    return query
    with shown as materialized (
        select * from health_code.unit_of(for_person_id, for_sample_type_id, heart_rate_zones.unit)
    ), minute as materialized (
        select * from health_code.unit_of(for_person_id, for_sample_type_id, 'count/min')
    ), workout as materialized (
        select
            times.*, date_part('epoch', times.end_time - times.start_time) - coalesce(
                (
                    select sum(date_part('epoch', upper(pause.period) - lower(pause.period)))
                    from unnest(times.pauses) pause (period)
                ), 0) as active_seconds,
            date_part('year', times.start_time at time zone 'UTC')::integer - left(birth_date, 4)::integer
                - (to_char(times.start_time at time zone 'UTC', 'MM-DD') < right(birth_date, 5))::integer as age
        from health_code.workout_times(for_person_id, heart_rate_zones.from_time, heart_rate_zones.to_time, true)
            with ordinality as times (uuid, activity, start_time, end_time, layer, pauses, number)
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
            cross join lateral health_code.candidate_samples(
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
    -- The zones of each workout: the given ones, or those of the age of the person, or those of the
    -- greatest heart rate of the workout.
    zoned as materialized (
        select
            workout.number, greatest_rate.age, greatest_rate.value as maximum_heart_rate,
            case when heart_rate_zones.bounds is not null then heart_rate_zones.bounds
                when greatest_rate.value is null then '{}' else array(
                    select (bound.value - minute.shift) / minute.factor * shown.factor + shown.shift
                    from unnest(health_code.heart_rate_zone_bounds(greatest_rate.value)) with ordinality bound (value, number)
                    order by bound.number)
            end as bounds
        from workout
        cross join shown
        cross join minute
        left join (
            select standing.number, max(standing.quantity) as quantity
            from standing
            where standing.from_time < standing.to_time
            group by standing.number
        ) measured on measured.number = workout.number
        cross join lateral (
            select
                case when workout.age between 1 and 129 then workout.age end as age,
                round(case when workout.age between 1 and 129 then 208 - 0.7 * workout.age
                    when measured.quantity is not null
                    then least(greatest(measured.quantity * minute.factor + minute.shift, 60), 260) end) as value
        ) greatest_rate
    ),
    -- The times of each zone and source. The rounding takes away the error of the conversion, so
    -- that a value that equals a bound is in the zone above it.
    timed as materialized (
        select
            standing.number, standing.rank,
            width_bucket(round((standing.quantity * shown.factor + shown.shift) * 1e6) / 1e6, zoned.bounds) as zone,
            range_agg(tstzrange(standing.from_time, standing.to_time)) as times
        from standing
        join zoned on zoned.number = standing.number
        cross join shown
        where standing.from_time < standing.to_time
        group by 1, 2, 3
    ),
    -- At each instant the source with the highest priority decides.
    counted as materialized (
        select won.number, won.zone, sum(date_part('epoch', upper(span.period) - lower(span.period))) as seconds
        from (
            select
                timed.number, timed.zone,
                timed.times - workout.pauses - coalesce(
                    (
                        select range_agg(higher.times)
                        from timed higher
                        where higher.number = timed.number and higher.rank < timed.rank
                    ), '{}') as times
            from timed
            join workout on workout.number = timed.number
        ) won
        cross join lateral unnest(won.times) span (period)
        group by won.number, won.zone
    )
    select
        workout.uuid, workout.activity, workout.start_time, workout.end_time, zone.zone,
        zoned.bounds[array_lower(zoned.bounds, 1) + zone.zone - 1], zoned.bounds[array_lower(zoned.bounds, 1) + zone.zone],
        coalesce(counted.seconds, 0), measured.seconds, workout.active_seconds - measured.seconds,
        case when heart_rate_zones.bounds is null then zoned.maximum_heart_rate end,
        case when heart_rate_zones.bounds is null then zoned.age end, shown.unit_string
    from workout
    join zoned on zoned.number = workout.number
    cross join shown
    cross join lateral generate_series(0, cardinality(zoned.bounds)) zone (zone)
    left join counted on counted.number = workout.number and counted.zone = zone.zone
    cross join lateral (
        select coalesce((select sum(all_zones.seconds) from counted all_zones where all_zones.number = workout.number), 0) as seconds
    ) measured
    order by workout.number, zone.zone;
end;
$$;

comment on function health_code.heart_rate_zones(integer, timestamptz, timestamptz, double precision[], text) is
    'Returns the rows of health_code.workout_heart_rate_zones for the workouts that begin in [from_time, to_time); null is no limit. '
    'Default bounds are shares of maximum_heart_rate, and age is the age on the day of the workout (UTC) '
    'that gave it; both are null for given bounds.';
