create function health_code.statistics_collection(
    person text,
    type text,
    "interval" text,
    time_zone text,
    from_time timestamptz,
    to_time timestamptz,
    anchor timestamp default null,
    separate_by_source boolean default false,
    strict_start boolean default false,
    strict_end boolean default false,
    first_weekday integer default 1,
    day_start time default '00:00'
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
rows 1000
as $$
#variable_conflict use_variable
declare
    for_person_id constant integer := health_code.known_person(person);
    for_sample_type_id constant integer := health_code.known_quantity_type(type);
begin
    return query
    with edge as materialized (
        select array_agg(bucket.start_time order by bucket.start_time) as start_times,
            array_agg(bucket.end_time order by bucket.start_time) as end_times
        from health_code.bucket_edges(
            for_person_id, "interval", time_zone, from_time, to_time, anchor, first_weekday, day_start) bucket
    )
    select
        figures.start_time, figures.end_time, figures.source, figures.source_id, figures.count, figures.sum,
        figures.average, figures.minimum, figures.maximum, figures.duration, figures.most_recent,
        figures.most_recent_start_time, figures.most_recent_end_time, figures.sources, figures.unit
    from health_code.bucket_statistics(
        for_person_id, for_sample_type_id, (select edge.start_times from edge), (select edge.end_times from edge),
        from_time, to_time, coalesce(separate_by_source, false), coalesce(strict_start, false), coalesce(strict_end, false)
    ) figures;
end;
$$;

comment on function health_code.statistics_collection(
    text, text, text, text, timestamptz, timestamptz, timestamp, boolean, boolean, boolean, integer, time) is
    'The figures of GET /v1/statistics-collection: a row for each bucket that meets [from_time, to_time), of nulls where nothing was '
    'measured; with separate_by_source a further row for each source that has samples in it. person is a name, type a short name '
    'or an identifier; interval, time_zone, anchor, first_weekday and day_start are as of bucket_edges. duration is in seconds, '
    'sources are those whose samples made the figures, the one believed first in front, and values are in unit. Only what lies in '
    'the range counts, unless strict_start or strict_end ask for whole samples that start or end in it.';
