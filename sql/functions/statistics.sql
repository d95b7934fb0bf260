create function health_code.statistics(
    person text,
    type text,
    time_zone text,
    from_time text,
    to_time text,
    strict_start boolean default false,
    strict_end boolean default false,
    separate_by_source boolean default false,
    unit text default null,
    uuids uuid[] default null
)
returns setof health.statistics_row
language plpgsql stable
rows 1
as $$
#variable_conflict use_variable
declare
    for_person_id constant integer := health_code.known_person(person);
    for_sample_type_id constant integer := health_code.known_quantity_type(type, or_category => true);
    range record;
    -- With a strict predicate whole samples count, including their parts outside the range.
    is_strict constant boolean := coalesce(strict_start, false) or coalesce(strict_end, false);
begin
    perform set_config('healthstore.asked_person_id', for_person_id::text, true);
    select * into range
    from health_code.given_range(for_person_id, for_sample_type_id, time_zone, from_time, to_time);
    if range.from_time is not null then
        return query
        select
            figures.earliest_start_time, figures.most_recent_end_time, figures.source, figures.source_id, figures.count,
            health_code.shown_quantity(figures.sum, shown.factor, shown.shift),
            health_code.shown_quantity(figures.average, shown.factor, shown.shift),
            health_code.shown_quantity(figures.minimum, shown.factor, shown.shift),
            health_code.shown_quantity(figures.maximum, shown.factor, shown.shift), figures.duration,
            health_code.shown_quantity(figures.most_recent, shown.factor, shown.shift), figures.most_recent_start_time,
            figures.most_recent_end_time, figures.sources, shown.unit_string,
            range.to_time > now(), figures.by_value
        from health_code.unit_of(for_person_id, for_sample_type_id, unit) shown
        cross join health_code.bucket_statistics(
            for_person_id, for_sample_type_id,
            array[case when is_strict then '-infinity' else range.from_time end],
            array[case when is_strict then 'infinity' else range.to_time end],
            range.from_time, range.to_time, coalesce(separate_by_source, false), coalesce(strict_start, false), coalesce(strict_end, false),
            uuids) with ordinality figures
        order by figures.ordinality;
    end if;
    perform set_config('healthstore.asked_person_id', '', true);
end;
$$;

comment on function health_code.statistics(text, text, text, text, text, boolean, boolean, boolean, text, uuid[]) is
    'Returns the figures of GET /v1/statistics: one row for [from_time, to_time), with nulls if nothing was measured. Columns and '
    'parameters are those of statistics_collection, with two differences: start_time is the earliest start and end_time the '
    'latest end of a sample that counts, and partial is true if the range ends in the future.';

-- For date and timestamp, which are wall clock times in time_zone, for timestamptz, and for
-- instants without a time zone.
create function health_code.statistics(
    person text, type text, time_zone text, from_time text, to_time anyelement, strict_start boolean default false,
    strict_end boolean default false, separate_by_source boolean default false, unit text default null,
    uuids uuid[] default null)
returns setof health.statistics_row
language sql stable
rows 1
as $$
    select *
    from health_code.statistics(
        person, type, time_zone, health_code.time_text(from_time), health_code.time_text(to_time), strict_start, strict_end,
        separate_by_source, unit, uuids)
$$;

comment on function health_code.statistics(text, text, text, text, anyelement, boolean, boolean, boolean, text, uuid[]) is
    'The same for dates and timestamps, which are wall clocks in time_zone, and for timestamptz. Without time_zone the clock is '
    'the person''s own.';

create function health_code.statistics(
    person text, type text, time_zone text, from_time anyelement, to_time anycompatible, strict_start boolean default false,
    strict_end boolean default false, separate_by_source boolean default false, unit text default null,
    uuids uuid[] default null)
returns setof health.statistics_row
language sql stable
rows 1
as $$
    select *
    from health_code.statistics(
        person, type, time_zone, health_code.time_text(from_time), health_code.time_text(to_time), strict_start, strict_end,
        separate_by_source, unit, uuids)
$$;

comment on function health_code.statistics(text, text, text, anyelement, anycompatible, boolean, boolean, boolean, text, uuid[]) is
    'The same for dates and timestamps, which are wall clocks in time_zone, and for timestamptz. Without time_zone the clock is '
    'the person''s own.';

create function health_code.statistics(
    person text, type text, from_time text, to_time text, strict_start boolean default false,
    strict_end boolean default false, separate_by_source boolean default false, unit text default null,
    uuids uuid[] default null)
returns setof health.statistics_row
language sql stable
rows 1
as $$
    select *
    from health_code.statistics(
        person, type, null::text, health_code.time_text(from_time), health_code.time_text(to_time), strict_start, strict_end,
        separate_by_source, unit, uuids)
$$;

comment on function health_code.statistics(text, text, text, text, boolean, boolean, boolean, text, uuid[]) is
    'The same for dates and timestamps, which are wall clocks in time_zone, and for timestamptz. Without time_zone the clock is '
    'the person''s own.';

create function health_code.statistics(
    person text, type text, from_time anyelement, to_time anycompatible, strict_start boolean default false,
    strict_end boolean default false, separate_by_source boolean default false, unit text default null,
    uuids uuid[] default null)
returns setof health.statistics_row
language sql stable
rows 1
as $$
    select *
    from health_code.statistics(
        person, type, null::text, health_code.time_text(from_time), health_code.time_text(to_time), strict_start, strict_end,
        separate_by_source, unit, uuids)
$$;

comment on function health_code.statistics(text, text, anyelement, anycompatible, boolean, boolean, boolean, text, uuid[]) is
    'The same for dates and timestamps, which are wall clocks in time_zone, and for timestamptz. Without time_zone the clock is '
    'the person''s own.';
