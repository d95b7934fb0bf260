create function health_code.marked_days(for_person_id integer, for_sample_type_id integer)
returns table (
    date date, start_time timestamptz, end_time timestamptz, count bigint, sum double precision,
    average double precision, minimum double precision, maximum double precision, duration double precision,
    most_recent double precision, most_recent_end_time timestamptz, sources integer[])
language plpgsql stable parallel safe
cost 100000
as $$
#variable_conflict use_column
begin
    return query
    select
        stale.dates[day.ordinality], day.start_time, day.end_time, day.count, day.sum, day.average, day.minimum,
        day.maximum, day.duration, day.most_recent, day.most_recent_end_time, day.sources
    from health_code.stale_days(for_person_id, for_sample_type_id) stale
    cross join health_code.bucket_statistics(
        for_person_id, for_sample_type_id, stale.start_times, stale.end_times, stale.start_times[1],
        stale.end_times[cardinality(stale.end_times)]) with ordinality day
    where stale.dates is not null and day.count > 0
    order by day.ordinality;
end;
$$;

comment on function health_code.marked_days(integer, integer) is
    'Returns the figures of health_code.stale_days. Values are in the canonical unit. Days without samples have no '
    'row.';
