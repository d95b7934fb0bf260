create function health_code.distance_splits(
    for_person_id integer, from_time timestamptz, to_time timestamptz, split_length double precision default null,
    unit text default null, heart_rate_unit text default null, with_steps boolean default false)
returns table (
    workout_uuid uuid, activity text, start_time timestamptz, end_time timestamptz, is_step boolean, split integer,
    split_start_time timestamptz, split_end_time timestamptz, distance double precision, seconds double precision,
    heart_rate double precision, length double precision, total_distance double precision,
    recorded_distance double precision, repeated_distance double precision, identifier text, unit_string text)
language plpgsql stable
rows 200
as $$
#variable_conflict use_column
declare
    -- A rest that is shorter than this share of a split is part of the last split.
    rest_min constant double precision := 0.02;
    splits_max constant integer := 60;
    steps_max constant integer := 160;
    step_meters_min constant double precision := 60;
    step_seconds_min constant double precision := 20;
    distance_id constant integer := health_code.known_quantity_type('HKQuantityTypeIdentifierDistanceWalkingRunning');
    heart_rate_id constant integer := health_code.known_quantity_type('HKQuantityTypeIdentifierHeartRate');
    shown record;
    heart_unit record;
    unit_meters double precision;
    workout record;
    known record;
    track record;
begin
    select * into shown from health_code.unit_of(for_person_id, distance_id, unit);
    select * into heart_unit from health_code.unit_of(for_person_id, heart_rate_id, heart_rate_unit);
    unit_meters := case when shown.unit_string in ('mi', 'yd', 'ft', 'in') then 1609.344 else 1000 end;
    for workout in
        select times.*
        from health_code.workout_times(for_person_id, distance_splits.from_time, distance_splits.to_time, true) times
        where times.layer is not null
    loop
        select
            recorded.total_distance,
            (
                select count(distinct coalesce(
                    part.value -> 'workoutActivityType', part.value -> 'activityType'))
                from jsonb_array_elements(
                    case when jsonb_typeof(detail.parts -> 'workoutActivities') = 'array'
                        then detail.parts -> 'workoutActivities' end) part (value)
            ) as activities
        into known
        from health.workout recorded
        left join health.sample_detail detail on detail.person_id = for_person_id and detail.uuid = workout.uuid
        where recorded.person_id = for_person_id and recorded.uuid = workout.uuid;
        -- A workout of several activities has a pace in each of them, and none as a whole. An
        -- export does not have their types.
        continue when known.activities > 1 or workout.activity = 'swimBikeRun';
        with cell as (
            select
                cell.*, sum(cell.meters) over until as to_meters, sum(length.seconds) over until as to_seconds, length.seconds
            from health_code.workout_distance(
                for_person_id, workout.uuid, workout.start_time, workout.end_time, workout.pauses, known.total_distance) cell
            cross join lateral (select date_part('epoch', cell.to_time - cell.from_time) as seconds) length
            window until as (order by cell.from_time rows unbounded preceding)
        )
        select
            array_agg(cell.from_time order by cell.from_time) filter (where cell.meters > 0) as from_times,
            array_agg(cell.meters order by cell.from_time) filter (where cell.meters > 0) as meters,
            array_agg(cell.seconds order by cell.from_time) filter (where cell.meters > 0) as seconds,
            array_agg(cell.to_meters order by cell.from_time) filter (where cell.meters > 0) as to_meters,
            array_agg(cell.to_seconds order by cell.from_time) filter (where cell.meters > 0) as to_seconds,
            max(cell.to_meters) as total, max(cell.to_seconds) as total_seconds, sum(cell.repeated_meters) as repeated,
            min(cell.sample_type_id) as sample_type_id
        into track
        from cell;
        continue when track.total is null or not track.total > 0;
        return query
        with size as (
            select
                false as is_step, sized.meters,
                greatest(1, floor(track.total / sized.meters + 1 - rest_min))::integer as count
            from (
                select coalesce(
                    split_length / shown.factor,
                    (
                        select unit_meters * many from unnest('{1,2,5,10,20,50}'::integer[]) many
                        where track.total / unit_meters / many <= splits_max order by many limit 1
                    ), 100 * unit_meters) as meters
            ) sized
            union all
            select true, sized.meters, greatest(1, round(track.total / sized.meters))::integer
            from (
                select greatest(
                    track.total / steps_max, step_meters_min, track.total / track.total_seconds * step_seconds_min) as meters
            ) sized
            where with_steps
        ), mark as (
            select
                size.is_step, size.meters as size_meters, place.number,
                case when place.number = size.count then track.total else place.number * size.meters end as meters
            from size
            cross join lateral generate_series(1, size.count) place (number)
        ), reached as (
            -- The time at which each mark was first reached.
            select
                mark.*, cell.share, track.from_times[cell.number]
                    + make_interval(secs => cell.share * track.seconds[cell.number]) as time,
                track.to_seconds[cell.number] - (1 - cell.share) * track.seconds[cell.number] as seconds
            from (
                select mark.*, width_bucket(mark.meters, track.to_meters) as before from mark
            ) mark
            cross join lateral (
                select case when track.to_meters[mark.before] = mark.meters then mark.before else mark.before + 1 end as number
            ) found
            cross join lateral (
                select
                    found.number,
                    1 - (track.to_meters[found.number] - mark.meters) / track.meters[found.number] as share
            ) cell
        ), made as materialized (
            select
                reached.is_step, reached.number, reached.size_meters,
                lag(reached.time, 1, workout.start_time) over one as start_time, reached.time as end_time,
                reached.meters - lag(reached.meters, 1, 0::double precision) over one as meters,
                reached.seconds - lag(reached.seconds, 1, 0::double precision) over one as seconds
            from reached
            window one as (partition by reached.is_step order by reached.number)
        ), heart as materialized (
            -- The values apply as in averages of heart rate, but not in pauses.
            select near.number, sum(near.quantity * near.weight) / sum(near.weight) as average
            from (
                select
                    made.number, sample.quantity,
                    (
                        select sum(date_part('epoch', upper(part.period) - lower(part.period)))
                        from unnest(
                            tstzmultirange(tstzrange(
                                greatest(sample.start_time, made.start_time), least(sample.stands_until, made.end_time)))
                            - workout.pauses) part (period)
                    ) as weight
                from made
                join health_code.candidate_samples(
                    for_person_id, heart_rate_id, array[workout.start_time], array[workout.end_time], with_extremes => false
                ) sample on sample.start_time < made.end_time and sample.stands_until > made.start_time
                where not made.is_step
            ) near
            group by near.number
            having sum(near.weight) > 0
        )
        select
            workout.uuid, workout.activity, workout.start_time, workout.end_time, made.is_step, made.number,
            made.start_time, made.end_time, health_code.shown_quantity(made.meters, shown.factor, 0), made.seconds,
            health_code.shown_quantity(heart.average, heart_unit.factor, heart_unit.shift),
            health_code.shown_quantity(made.size_meters, shown.factor, 0), health_code.shown_quantity(track.total, shown.factor, 0),
            health_code.shown_quantity(known.total_distance, shown.factor, 0),
            health_code.shown_quantity(track.repeated, shown.factor, 0),
            (
                select sample_type.identifier from health.sample_type
                where sample_type.sample_type_id = track.sample_type_id
            ), shown.unit_string
        from made
        left join heart on heart.number = made.number and not made.is_step
        order by made.is_step, made.number;
    end loop;
end;
$$;

comment on function health_code.distance_splits(
    integer, timestamptz, timestamptz, double precision, text, text, boolean) is
    'Returns the rows of health_code.workout_splits for the workouts that begin in [from_time, to_time). length is that of a whole '
    'split. With with_steps, rows with is_step follow: up to 160 shorter pieces without a heart rate, for the pace along the way.';
