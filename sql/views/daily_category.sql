create view health.daily_category with (security_invoker = true) as
select
    sample_extent.person_id,
    person.name as person,
    sample_type.short_name as type,
    day.date,
    day.start_time,
    day.end_time,
    nullif(part.value, -1) as value,
    case when part.value <> -1 then coalesce(category_value.case_name, part.value::text) end as value_name,
    part.count::bigint as count,
    part.duration / 1e6::double precision as duration,
    day.count::bigint as day_count,
    day.duration / 1e6::double precision as day_duration,
    array(
        select listed.source_id
        from unnest(ranked.source_ids) with ordinality listed (source_id, number)
        where listed.source_id = any (day.source_ids)
        order by listed.number
    ) as sources,
    day.end_time > now() as partial,
    clock.time_zones[width_bucket(day.start_time, clock.from_times)] as time_zone
-- health.sample_extent has a row for each type that the person has or had.
from health.sample_extent
join health.person on person.person_id = sample_extent.person_id
join health.sample_type on sample_type.sample_type_id = sample_extent.sample_type_id
cross join lateral (
    select range_agg(tstzrange(mark.from_time, mark.to_time)) as times
    from health.mark
    where mark.person_id = person.person_id and mark.sample_type_id = sample_extent.sample_type_id
) stale
cross join lateral (
    select array_agg(source_order.source_id order by source_order.rank) as source_ids
    from health_code.source_order(person.person_id, sample_extent.sample_type_id)
) ranked
left join lateral (
    select
        array_agg(piece.from_time order by piece.from_time) as from_times,
        array_agg(piece.zone order by piece.from_time) as time_zones
    from health_code.clock(person.person_id, null) piece
) clock on true
cross join lateral (
    select
        day.date, day.start_time, day.end_time, day.count, day.duration, day.source_ids, day.category_values,
        day.value_counts, day.value_durations
    from health.day
    where day.person_id = person.person_id and day.sample_type_id = sample_extent.sample_type_id
        and day.source_id = 0 and day.start_time <= now()
        and (stale.times && tstzrange(day.start_time, day.end_time)) is not true
    union all
    select
        marked.date, marked.start_time, marked.end_time, figures.count, figures.duration, figures.source_ids,
        figures.category_values, figures.value_counts, figures.value_durations
    from health_code.stale_days(person.person_id, sample_extent.sample_type_id) days
    cross join health_code.category_figures(
        person.person_id, sample_extent.sample_type_id, days.start_times, days.end_times) figures
    join lateral unnest(days.dates, days.start_times, days.end_times) marked (date, start_time, end_time)
        on marked.start_time = figures.start_time
    where stale.times is not null
        or (person.person_id, sample_extent.sample_type_id) in (
            select types.person_id, types.sample_type_id from health.partly_readable_types() types)
) day
cross join lateral unnest(day.category_values, day.value_counts, day.value_durations) part (value, count, duration)
left join lateral (
    select category_value.case_name
    from health.category_value
    where category_value.enum = sample_type.value_enum and category_value.raw_value = part.value
    order by category_value.deprecated is not null
    limit 1
) category_value on true
where sample_type.kind = 'category' and sample_type.in_catalogue
    and sample_type.identifier <> 'HKCategoryTypeIdentifierSleepAnalysis';

comment on view health.daily_category is
    'The figures of each category type, day and value on the person''s own clock, or of UTC if the person''s zones are '
    'not known: how often, and for how long. Of several sources with a sample at the same instant, the highest in the '
    'person''s order counts. Days without samples have no row. Sleep is in health.sleep_night.';
comment on column health.daily_category.person_id is 'The person to whom the day belongs.';
comment on column health.daily_category.person is 'The person''s name.';
comment on column health.daily_category.type is 'Short name of the type, such as mindfulSession.';
comment on column health.daily_category.date is 'The day.';
comment on column health.daily_category.start_time is 'Start of the day.';
comment on column health.daily_category.end_time is 'End of the day, exclusive.';
comment on column health.daily_category.value is
    'Raw value of the type''s enumeration, as in health.category_sample; null for a text that is not in the catalogue.';
comment on column health.daily_category.value_name is 'Name of the value.';
comment on column health.daily_category.count is
    'Number of samples of the value. A sample does not count if a source of higher priority has one open at its '
    'start. A sample that begins before the day counts too.';
comment on column health.daily_category.duration is 'Seconds of the day with the value; overlaps count once.';
comment on column health.daily_category.day_count is 'Number of samples of all values.';
comment on column health.daily_category.day_duration is 'Seconds of the day that samples cover.';
comment on column health.daily_category.sources is
    'The sources whose samples made the figures of the day (source_id in health.source), highest priority first.';
comment on column health.daily_category.partial is 'Whether the day has not ended yet.';
comment on column health.daily_category.time_zone is
    'The zone in which the person was at the start; null if it is not known, and the day is then that of UTC.';
