create view health.daily_category with (security_invoker = true) as
with known as not materialized (
    -- health.sample_extent has a row for each type that the person has or had. GROUP BY keeps the
    -- planner from reading marks and sources for each day. The name is a column of each part, so
    -- that a query that names a person reads no days of other people.
    select
        sample_extent.person_id, person.name as person, sample_extent.sample_type_id,
        sample_type.short_name as type, sample_type.value_enum,
        health_code.marked_times(sample_extent.person_id, sample_extent.sample_type_id) as stale,
        health_code.ranked_sources(sample_extent.person_id, sample_extent.sample_type_id) as ranked_sources
    from health.person
    join health.sample_extent on sample_extent.person_id = person.person_id
    join health.sample_type on sample_type.sample_type_id = sample_extent.sample_type_id
    where sample_type.kind = 'category' and sample_type.in_catalogue
        and sample_type.identifier <> 'HKCategoryTypeIdentifierSleepAnalysis'
    group by
        sample_extent.person_id, person.name, sample_extent.sample_type_id, sample_type.short_name,
        sample_type.value_enum
)
select
    day.person_id,
    day.person,
    day.type,
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
        from unnest(day.ranked_sources) with ordinality listed (source_id, number)
        where listed.source_id = any (day.source_ids)
        order by listed.number
    ) as sources,
    day.end_time > now() as partial,
    (person.clock).time_zones[width_bucket(day.start_time, (person.clock).from_times)] as time_zone
from (
    select
        known.person_id, known.person, known.type, known.value_enum, known.ranked_sources, day.date, day.start_time,
        day.end_time, day.count, day.duration, day.source_ids, day.category_values, day.value_counts, day.value_durations
    from known
    join health.day on day.person_id = known.person_id and day.sample_type_id = known.sample_type_id
    where day.source_id = 0 and day.start_time <= now()
        and (known.stale && tstzrange(day.start_time, day.end_time)) is not true
    union all
    select
        known.person_id, known.person, known.type, known.value_enum, known.ranked_sources, (known.day).date,
        (known.day).start_time, (known.day).end_time, (known.day).count, (known.day).duration, (known.day).source_ids,
        (known.day).category_values, (known.day).value_counts, (known.day).value_durations
    from (
        select known.*, health_code.marked_categories(known.person_id, known.sample_type_id) as day
        from known
        where known.stale is not null
            or (known.person_id, known.sample_type_id) in (select * from health.partly_readable_types())
    ) known
) day
join (
    select person.person_id, person.name, health_code.own_clock(person.person_id) as clock
    from health.person
    group by person.person_id, person.name
) person on person.person_id = day.person_id and person.name = day.person
cross join lateral unnest(day.category_values, day.value_counts, day.value_durations) part (value, count, duration)
left join lateral (
    select category_value.case_name
    from health.category_value
    where category_value.enum = day.value_enum and category_value.raw_value = part.value
    order by category_value.deprecated is not null
    limit 1
) category_value on true;

comment on view health.daily_category is
    'The figures of each category type, day and value on the person''s own clock, or of UTC if the person''s zones are '
    'not known: how often, and for how long. Of several sources with a sample at the same instant, the highest in the '
    'person''s order counts. Days without samples have no row. Sleep is in health.sleep_night.';
comment on column health.daily_category.person_id is 'The person to whom the day belongs.';
comment on column health.daily_category.person is 'The person''s name.';
comment on column health.daily_category.type is 'Short name of the type, such as mindfulSession.';
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
