create function health_code.workout_distance(
    for_person_id integer, for_uuid uuid, start_time timestamptz, end_time timestamptz, pauses tstzmultirange,
    recorded_meters double precision)
returns table (
    sample_type_id integer, from_time timestamptz, to_time timestamptz, meters double precision,
    repeated_meters double precision)
language plpgsql stable
as $$
#variable_conflict use_column
declare
    -- The largest difference from the recorded distance at which no route is read.
    difference_max constant double precision := 0.01 * recorded_meters;
    -- A point with a greater radius of uncertainty, in metres, does not count.
    accuracy_max constant double precision := 60;
    earth_radius constant double precision := 6371000;
    route_type_id constant integer := (
        select sample_type.sample_type_id from health.sample_type where sample_type.identifier = 'HKWorkoutRouteTypeIdentifier');
    own_source_id integer;
    candidate record;
    best record;
    found_meters double precision;
    best_meters double precision;
begin
    -- Only the source of the workout knows its pauses.
    select source_revision.source_id into own_source_id
    from health.sample
    join health.source_revision
        on source_revision.person_id = for_person_id and source_revision.source_revision_id = sample.source_revision_id
    where sample.person_id = for_person_id and sample.uuid = for_uuid;
    for candidate in
        select type.sample_type_id, cells.*
        from (
            -- Types that the person has no samples of are skipped.
            select sample_type.sample_type_id
            from health.sample_extent
            join health.sample_type on sample_type.sample_type_id = sample_extent.sample_type_id
            where sample_extent.person_id = for_person_id
                and sample_type.identifier like 'HKQuantityTypeIdentifierDistance%'
            order by sample_type.sample_type_id
        ) type
        cross join lateral (
            select
                array_agg(sample.start_time) as from_times, array_agg(sample.end_time) as to_times,
                array_agg(sample.quantity) as distances, array_agg(sample.rank) as ranks,
                array_agg(coalesce(sample.source_id = own_source_id, false)) as knows_pauses
            from health_code.candidate_samples(
                for_person_id, type.sample_type_id, array[workout_distance.start_time], array[workout_distance.end_time],
                with_extremes => false) sample
        ) piece
        cross join lateral (
            select
                array_agg(cell.from_time) as from_times, array_agg(cell.to_time) as to_times,
                array_agg(cell.meters) as meters, array_agg(cell.repeated_meters) as repeated, sum(cell.meters) as total
            from health_code.distance_cells(
                workout_distance.start_time, workout_distance.end_time, pauses, piece.from_times, piece.to_times,
                piece.distances, piece.ranks, piece.knows_pauses) cell
            where piece.from_times is not null
        ) cells
        where cells.total > 0
    loop
        -- A phone counts steps as distance during a ride. Types are never added up: the one that is
        -- nearest to the recorded distance counts, or the longest.
        if best_meters is null or recorded_meters is null and candidate.total > best_meters
            or abs(candidate.total - recorded_meters) < abs(best_meters - recorded_meters)
        then
            best := candidate;
            best_meters := candidate.total;
        end if;
    end loop;
    if best_meters is null or abs(best_meters - recorded_meters) > difference_max then
        for candidate in
            with route as materialized (
                select sample.uuid
                from health.contained_sample contained
                join health.sample on sample.person_id = for_person_id and sample.uuid = contained.uuid
                where contained.person_id = for_person_id and contained.container_uuid = for_uuid
                    and sample.sample_type_id = route_type_id
            ), chosen as materialized (
                select route.uuid from route
                union all
                -- An app may send a route that names no workout.
                select sample.uuid
                from health.sample
                join health.source_revision
                    on source_revision.person_id = for_person_id
                    and source_revision.source_revision_id = sample.source_revision_id
                where sample.person_id = for_person_id and sample.sample_type_id = route_type_id
                    and sample.start_time >= workout_distance.start_time and sample.start_time < workout_distance.end_time
                    and source_revision.source_id = own_source_id and not exists (select from route)
            ), point as (
                select detail.uuid, location.number, given.*
                from chosen
                join health.sample_detail detail on detail.person_id = for_person_id and detail.uuid = chosen.uuid
                cross join lateral jsonb_array_elements(
                    case when jsonb_typeof(detail.parts -> 'locations') = 'array' then detail.parts -> 'locations' end
                ) with ordinality location (value, number)
                cross join lateral (
                    select
                        health_code.json_time(location.value -> 'timestamp') as time,
                        radians(health_code.json_number(location.value -> 'latitude')) as latitude,
                        radians(health_code.json_number(location.value -> 'longitude')) as longitude,
                        coalesce(health_code.json_number(location.value -> 'horizontalAccuracy'), 0) as accuracy
                ) given
                where given.time is not null and abs(given.latitude) <= pi() / 2 and abs(given.longitude) <= pi()
                    and given.accuracy between 0 and accuracy_max
            ), way as (
                select
                    lag(point.time) over track as from_time, point.time as to_time, point.latitude, point.longitude,
                    lag(point.latitude) over track as from_latitude, lag(point.longitude) over track as from_longitude
                from point
                window track as (partition by point.uuid order by point.time, point.number)
            ), piece as (
                select
                    array_agg(way.from_time) as from_times, array_agg(way.to_time) as to_times,
                    array_agg(2 * earth_radius * asin(least(1, sqrt(
                        sin((way.latitude - way.from_latitude) / 2) ^ 2
                        + cos(way.latitude) * cos(way.from_latitude) * sin((way.longitude - way.from_longitude) / 2) ^ 2)))
                    ) as distances,
                    array_agg(1) as ranks, array_agg(true) as knows_pauses
                from way
                where way.from_time is not null
            )
            select
                route_type_id as sample_type_id, array_agg(cell.from_time) as from_times, array_agg(cell.to_time) as to_times,
                array_agg(cell.meters) as meters, array_agg(cell.repeated_meters) as repeated, sum(cell.meters) as total
            from piece
            cross join lateral health_code.distance_cells(
                workout_distance.start_time, workout_distance.end_time, pauses, piece.from_times, piece.to_times,
                piece.distances, piece.ranks, piece.knows_pauses) cell
            where piece.from_times is not null
            having sum(cell.meters) > 0
        loop
            if best_meters is null or abs(candidate.total - recorded_meters) < abs(best_meters - recorded_meters) then
                best := candidate;
                best_meters := candidate.total;
            end if;
        end loop;
    end if;
    if best_meters is null then return; end if;
    return query
    select best.sample_type_id, cell.*
    from unnest(best.from_times, best.to_times, best.meters, best.repeated) cell;
end;
$$;

comment on function health_code.workout_distance(
    integer, uuid, timestamptz, timestamptz, tstzmultirange, double precision) is
    'Returns how far a workout was from each time to the next: rows of health_code.distance_cells of one type of distance, the '
    'one whose sum is nearest to the recorded distance, or the longest if none was recorded. The points of its routes count '
    'instead if there are no samples of distance, or if the sum differs from the recorded distance by more than a hundredth and '
    'the routes by less. sample_type_id says which.';
