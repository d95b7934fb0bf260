create function health_code.marked_categories(for_person_id integer, for_sample_type_id integer)
returns table (
    date date, start_time timestamptz, end_time timestamptz, count integer, duration bigint, source_ids integer[],
    category_values integer[], value_counts integer[], value_durations bigint[])
language plpgsql stable parallel safe
cost 100000
as $$
#variable_conflict use_column
begin
    return query
    select
        marked.date, marked.start_time, marked.end_time, figures.count, figures.duration, figures.source_ids,
        figures.category_values, figures.value_counts, figures.value_durations
    from health_code.stale_days(for_person_id, for_sample_type_id) days
    cross join health_code.category_figures(
        for_person_id, for_sample_type_id, days.start_times, days.end_times) figures
    join lateral unnest(days.dates, days.start_times, days.end_times) marked (date, start_time, end_time)
        on marked.start_time = figures.start_time;
end;
$$;

comment on function health_code.marked_categories(integer, integer) is
    'Returns the figures of health_code.stale_days for a category type. Days without samples have no row.';
