create function health_code.statistics(
    person text,
    type text,
    from_time timestamptz,
    to_time timestamptz,
    strict_start boolean default false,
    strict_end boolean default false,
    separate_by_source boolean default false
)
returns table (
    start_time timestamptz,
    end_time timestamptz,
    source text,
    source_id integer,
    count bigint,
    sum double precision,
    average double precision,
    minimum double precision,
    maximum double precision,
    duration double precision,
    most_recent double precision,
    most_recent_start_time timestamptz,
    most_recent_end_time timestamptz,
    sources integer[],
    unit text
)
language plpgsql stable parallel safe
rows 1
as $$
#variable_conflict use_variable
declare
    for_person_id constant integer := health_code.known_person(person);
    for_sample_type_id constant integer := health_code.known_quantity_type(type);
    -- With a strict predicate whole samples count, also what of them lies outside the range.
    is_strict constant boolean := coalesce(strict_start, false) or coalesce(strict_end, false);
begin
    if from_time is null or to_time is null or not isfinite(from_time) or not isfinite(to_time) then
        raise exception 'from_time and to_time must be finite times' using errcode = 'invalid_parameter_value';
    elsif from_time >= to_time then
        raise exception 'to_time must be later than from_time' using errcode = 'invalid_parameter_value';
    end if;
    return query
    select
        figures.earliest_start_time, figures.most_recent_end_time, figures.source, figures.source_id, figures.count,
        figures.sum, figures.average, figures.minimum, figures.maximum, figures.duration, figures.most_recent,
        figures.most_recent_start_time, figures.most_recent_end_time, figures.sources, figures.unit
    from health_code.bucket_statistics(
        for_person_id, for_sample_type_id,
        array[case when is_strict then '-infinity' else from_time end],
        array[case when is_strict then 'infinity' else to_time end],
        from_time, to_time, coalesce(separate_by_source, false), coalesce(strict_start, false), coalesce(strict_end, false)
    ) figures;
end;
$$;

comment on function health_code.statistics(text, text, timestamptz, timestamptz, boolean, boolean, boolean) is
    'The figures of GET /v1/statistics: of [from_time, to_time) as one bucket, a row of nulls where nothing was measured; columns '
    'and parameters as of statistics_collection, but that start_time is the earliest start and end_time the latest end of a '
    'sample that counts.';
