create function health_code.statistics_collection(
    person text,
    type text,
    "interval" text,
    time_zone text,
    from_time text,
    to_time text,
    anchor text default null,
    separate_by_source boolean default false,
    strict_start boolean default false,
    strict_end boolean default false,
    first_weekday integer default 1,
    day_start time default '00:00',
    unit text default null,
    uuids uuid[] default null
)
returns setof health.statistics_row
language plpgsql stable
rows 1000
as $$
#variable_conflict use_variable
declare
    for_person_id constant integer := health_code.known_person(person);
    for_sample_type_id constant integer := health_code.known_quantity_type(type, or_category => true);
    range record;
    edges timestamptz[];
    shown record;
begin
    perform set_config('healthstore.asked_person_id', for_person_id::text, true);
    select * into range
    from health_code.given_range(for_person_id, for_sample_type_id, time_zone, from_time, to_time);
    if range.from_time is not null then
        edges := health_code.bucket_plan(
            for_person_id, "interval", time_zone, range.from_time, range.to_time, health_code.given_wall_clock('anchor', anchor),
            first_weekday, day_start);
        select chosen.unit_string, chosen.factor, chosen.shift into shown
        from health_code.unit_of(for_person_id, for_sample_type_id, unit) chosen;
        -- A scan of one function keeps the order of its rows.
        return query
        select
            figures.start_time, figures.end_time, figures.source, figures.source_id, figures.count,
            health_code.shown_quantity(figures.sum, shown.factor, shown.shift),
            health_code.shown_quantity(figures.average, shown.factor, shown.shift),
            health_code.shown_quantity(figures.minimum, shown.factor, shown.shift),
            health_code.shown_quantity(figures.maximum, shown.factor, shown.shift), figures.duration,
            health_code.shown_quantity(figures.most_recent, shown.factor, shown.shift), figures.most_recent_start_time,
            figures.most_recent_end_time, figures.sources, shown.unit_string,
            figures.start_time < range.from_time or figures.end_time > least(range.to_time, now()), figures.by_value
        from health_code.bucket_statistics(
            for_person_id, for_sample_type_id, edges[:cardinality(edges) - 1], edges[2:], range.from_time, range.to_time,
            coalesce(separate_by_source, false), coalesce(strict_start, false), coalesce(strict_end, false), uuids) figures;
    end if;
    perform set_config('healthstore.asked_person_id', '', true);
end;
$$;

comment on function health_code.statistics_collection(
    text, text, text, text, text, text, text, boolean, boolean, boolean, integer, time, text, uuid[]) is
    'Returns the figures of GET /v1/statistics-collection: one row for each bucket that overlaps [from_time, to_time), with nulls '
    'if nothing was measured. separate_by_source adds a row for each source with samples in the bucket. Of a category type, count is '
    'how many samples have no sample of a source of higher priority at their start, or at the start of the bucket if they begin '
    'before it, and by_value has the count and the duration of each value. person is a name, type a '
    'short name or an identifier; interval, time_zone, from_time, to_time, anchor, first_weekday and day_start are those of '
    'bucket_edges. duration is in seconds. sources lists the sources whose samples made the figures, highest priority first. '
    'Values are in unit: the requested one, else the person''s choice, else the type''s preferred unit. partial is true if the '
    'range or the present cuts the bucket. Only the part of a sample inside the range counts, unless strict_start or strict_end '
    'select whole samples that start or end in the range. Without from_time the range begins with the first sample. Without to_time '
    'it ends with the latest sample that has begun. If such a range has no sample, there is no row. With uuids, only samples of these '
    'uuids count, which a query of quantity_sample or category_sample selects by any condition.';

-- For date and timestamp, which are wall clock times in time_zone, and for timestamptz.
create function health_code.statistics_collection(
    person text, type text, "interval" text, time_zone text, from_time text, to_time anyelement, anchor text default null,
    separate_by_source boolean default false, strict_start boolean default false, strict_end boolean default false,
    first_weekday integer default 1, day_start time default '00:00', unit text default null,
    uuids uuid[] default null)
returns setof health.statistics_row
language sql stable
rows 1000
as $$
    select *
    from health_code.statistics_collection(
        person, type, "interval", time_zone, health_code.time_text(from_time), health_code.time_text(to_time), anchor,
        separate_by_source, strict_start, strict_end, first_weekday, day_start, unit, uuids)
$$;

comment on function health_code.statistics_collection(
    text, text, text, text, text, anyelement, text, boolean, boolean, boolean, integer, time, text, uuid[]) is
    'The same for dates and timestamps, which are wall clocks in time_zone, and for timestamptz.';

create function health_code.statistics_collection(
    person text, type text, "interval" text, time_zone text, from_time anyelement, to_time anycompatible, anchor text default null,
    separate_by_source boolean default false, strict_start boolean default false, strict_end boolean default false,
    first_weekday integer default 1, day_start time default '00:00', unit text default null,
    uuids uuid[] default null)
returns setof health.statistics_row
language sql stable
rows 1000
as $$
    select *
    from health_code.statistics_collection(
        person, type, "interval", time_zone, health_code.time_text(from_time), health_code.time_text(to_time), anchor,
        separate_by_source, strict_start, strict_end, first_weekday, day_start, unit, uuids)
$$;

comment on function health_code.statistics_collection(
    text, text, text, text, anyelement, anycompatible, text, boolean, boolean, boolean, integer, time, text, uuid[]) is
    'The same for dates and timestamps, which are wall clocks in time_zone, and for timestamptz.';
