create function health_code.category_figures(
    for_person_id integer, for_sample_type_id integer, from_times timestamptz[], to_times timestamptz[],
    per_source boolean default false, strict_start boolean default false, strict_end boolean default false,
    range_from timestamptz default null, range_to timestamptz default null)
-- Not setof health.hour: with Citus, the tables of a view that calls a function are created after
-- what the function returns.
returns table (
    source_id integer, start_time timestamptz, count integer, reaching_count integer, duration bigint,
    most_recent double precision, most_recent_start_time timestamptz, most_recent_end_time timestamptz,
    earliest_start_time timestamptz, source_ids integer[], category_values integer[], value_counts integer[],
    value_reaching_counts integer[], value_durations bigint[])
language plpgsql stable parallel safe
as $$
#variable_conflict use_column
begin
    return query
    select
        figures.source_id, figures.start_time, figures.count, figures.reaching_count, figures.duration,
        figures.most_recent, figures.most_recent_start_time, figures.most_recent_end_time,
        figures.earliest_start_time, figures.source_ids, figures.category_values, figures.value_counts,
        figures.value_reaching_counts, figures.value_durations
    from health_code.sample_figures(
        for_person_id, for_sample_type_id, from_times, to_times, per_source, strict_start, strict_end, range_from,
        range_to) figures
    order by figures.start_time;
end;
$$;

comment on function health_code.category_figures(
    integer, integer, timestamptz[], timestamptz[], boolean, boolean, boolean, timestamptz, timestamptz) is
    'Returns the figures of sample_figures that a category type has, in the order of the pieces.';
