create view health.daily_quantity with (security_invoker = true) as
with known as not materialized (
    -- health.sample_extent has a row for each type that the person has or had. GROUP BY keeps the
    -- planner from reading marks and sources for each day. The name is a column of each part, so
    -- that a query that names a person reads no days of other people.
    select
        sample_extent.person_id, person.name as person, sample_extent.sample_type_id,
        sample_type.short_name as type, sample_type.preferred_unit, sample_type.preferred_factor,
        sample_type.preferred_shift,
        health_code.chosen_units(sample_extent.person_id) -> sample_extent.sample_type_id::text as chosen,
        health_code.marked_times(sample_extent.person_id, sample_extent.sample_type_id) as stale,
        health_code.ranked_sources(sample_extent.person_id, sample_extent.sample_type_id) as source_ids
    from health.person
    join health.sample_extent on sample_extent.person_id = person.person_id
    join health.sample_type on sample_type.sample_type_id = sample_extent.sample_type_id
    where sample_type.kind = 'quantity' and sample_type.in_catalogue and sample_type.aggregation_style is not null
    group by
        sample_extent.person_id, person.name, sample_extent.sample_type_id, sample_type.short_name,
        sample_type.preferred_unit, sample_type.preferred_factor, sample_type.preferred_shift
)
select
    day.person_id,
    day.person,
    day.type,
    day.date,
    day.start_time,
    day.end_time,
    day.count,
    health_code.shown_quantity(day.sum, day.factor, day.shift) as sum,
    health_code.shown_quantity(day.average, day.factor, day.shift) as average,
    health_code.shown_quantity(day.minimum, day.factor, day.shift) as minimum,
    health_code.shown_quantity(day.maximum, day.factor, day.shift) as maximum,
    day.duration,
    health_code.shown_quantity(day.most_recent, day.factor, day.shift) as most_recent,
    day.most_recent_end_time,
    day.sources,
    day.unit,
    day.end_time > now() as partial,
    (person.clock).time_zones[width_bucket(day.start_time, (person.clock).from_times)] as time_zone
from (
    select
        known.person_id, known.person, known.type, coalesce(known.chosen ->> 0, known.preferred_unit) as unit,
        coalesce((known.chosen -> 1)::double precision, known.preferred_factor) as factor,
        coalesce((known.chosen -> 2)::double precision, known.preferred_shift) as shift, day.date, day.start_time,
        day.end_time, day.count, day.sum, day.average, day.minimum, day.maximum, day.duration / 1e6 as duration,
        day.most_recent, day.most_recent_end_time,
        array(
            select listed.source_id
            from unnest(known.source_ids) with ordinality listed (source_id, number)
            where listed.source_id = any (day.source_ids)
            order by listed.number
        ) as sources
    from known
    join health.day on day.person_id = known.person_id and day.sample_type_id = known.sample_type_id
    where day.source_id = 0 and day.count > 0 and day.start_time <= now()
        and (known.stale && tstzrange(day.start_time, day.end_time)) is not true
    union all
    select
        known.person_id, known.person, known.type, coalesce(known.chosen ->> 0, known.preferred_unit),
        coalesce((known.chosen -> 1)::double precision, known.preferred_factor),
        coalesce((known.chosen -> 2)::double precision, known.preferred_shift), (known.day).date,
        (known.day).start_time, (known.day).end_time, (known.day).count, (known.day).sum, (known.day).average,
        (known.day).minimum, (known.day).maximum, (known.day).duration, (known.day).most_recent, (known.day).most_recent_end_time,
        (known.day).sources
    from (
        select known.*, health_code.marked_days(known.person_id, known.sample_type_id) as day
        from known
        where known.stale is not null
            or (known.person_id, known.sample_type_id) in (select * from health.partly_readable_types())
    ) known
) day
join (
    select person.person_id, person.name, health_code.own_clock(person.person_id) as clock
    from health.person
    group by person.person_id, person.name
) person on person.person_id = day.person_id and person.name = day.person;

comment on view health.daily_quantity is
    'The figures of each quantity type and day on the person''s own clock, or of UTC if the person''s zones are not '
    'known. Days without samples have no row. The days are those of health.day. The days that are stale there are '
    'computed for the query, like all days of a type of which the reader may read only some samples.';
comment on column health.daily_quantity.person_id is 'The person to whom the day belongs.';
comment on column health.daily_quantity.person is 'The person''s name.';
comment on column health.daily_quantity.type is 'Short name of the type, such as restingHeartRate.';
comment on column health.daily_quantity.date is 'The day. A day without samples has no row.';
comment on column health.daily_quantity.start_time is 'Start of the day in the zone in which the person was.';
comment on column health.daily_quantity.end_time is 'End of the day, exclusive.';
comment on column health.daily_quantity.count is 'Number of samples of all sources.';
comment on column health.daily_quantity.sum is
    'Sum in unit, all sources merged; null for types that are not cumulative.';
comment on column health.daily_quantity.average is
    'Average in unit, by the rule of the type; null for cumulative types.';
comment on column health.daily_quantity.minimum is 'Least value in unit; null for cumulative types.';
comment on column health.daily_quantity.maximum is 'Greatest value in unit; null for cumulative types.';
comment on column health.daily_quantity.duration is 'Seconds that samples cover; overlaps count once.';
comment on column health.daily_quantity.most_recent is 'Value of the sample that ends last, in unit.';
comment on column health.daily_quantity.most_recent_end_time is 'End of that sample.';
comment on column health.daily_quantity.sources is
    'The sources whose samples made the figures (source_id in health.source), highest priority first.';
comment on column health.daily_quantity.unit is
    'The person''s choice for the type, else the type''s preferred unit.';
comment on column health.daily_quantity.partial is 'Whether the day has not ended yet.';
comment on column health.daily_quantity.time_zone is
    'The zone in which the person was at the start; null if it is not known, and the day is then that of UTC.';
