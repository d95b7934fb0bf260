create function health_code.workout_statistics(
    person text, type text, time_zone text default null, from_date date default null, to_date date default null,
    out workout_uuid uuid,
    out activity text,
    out start_time timestamptz,
    out end_time timestamptz,
    out count bigint,
    out sum double precision,
    out average double precision,
    out minimum double precision,
    out maximum double precision,
    out duration double precision,
    out sources integer[],
    inout unit text default null
)
returns setof record
language plpgsql stable
rows 100
as $$
#variable_conflict use_variable
declare
    for_person_id constant integer := health_code.known_person(person);
    for_sample_type_id constant integer := health_code.known_quantity_type(type);
begin
    perform set_config('healthstore.asked_person_id', for_person_id::text, true);
    return query
    with workout as materialized (
        select times.*, row_number() over (partition by times.layer order by times.number) as bucket_number
        from health_code.day_range(for_person_id, time_zone, from_date, to_date) range
        cross join health_code.workout_times(for_person_id, range.from_time, range.to_time) with ordinality
            as times (uuid, activity, start_time, end_time, layer, pauses, number)
    ), figure as materialized (
        select bucket.layer, figures.*
        from (
            select
                workout.layer,
                array_agg(workout.start_time order by workout.number) as start_times,
                array_agg(workout.end_time order by workout.number) as end_times
            from workout
            where workout.layer is not null
            group by workout.layer
        ) bucket
        cross join lateral health_code.bucket_statistics(
            for_person_id, for_sample_type_id, bucket.start_times, bucket.end_times,
            bucket.start_times[1], bucket.end_times[cardinality(bucket.end_times)]
        ) with ordinality figures
    )
    select
        workout.uuid, workout.activity, workout.start_time, workout.end_time,
        coalesce(figure.count, 0), health_code.shown_quantity(figure.sum, shown.factor, shown.shift),
        health_code.shown_quantity(figure.average, shown.factor, shown.shift),
        health_code.shown_quantity(figure.minimum, shown.factor, shown.shift),
        health_code.shown_quantity(figure.maximum, shown.factor, shown.shift),
        figure.duration, coalesce(figure.sources, '{}'), shown.unit_string
    from workout
    cross join health_code.unit_of(for_person_id, for_sample_type_id, unit) shown
    left join figure on figure.layer = workout.layer and figure.ordinality = workout.bucket_number
    order by workout.number;
    perform set_config('healthstore.asked_person_id', '', true);
end;
$$;

comment on function health_code.workout_statistics(text, text, text, date, date, text) is
    'Returns the figures of a quantity type during each workout: those of GET /v1/statistics from the start to the end of the workout, '
    'pauses included, of all sources and not only of the samples that the workout contains. There is one row for each workout that '
    'begins on the days from from_date to to_date, exclusive, of time_zone; without a date there is no limit. Without time_zone, '
    'days are those of the person''s own clock, or of UTC if the person''s zones are not known. count is 0, and the figures are '
    'null, if nothing was measured. duration is the time that samples cover, in seconds. sources lists the sources whose samples '
    'made the figures (source_id in health.source), highest priority first. Values are in unit: the requested one, else the '
    'person''s choice, else the type''s preferred unit.';
