create function health_code.weekday_statistics(
    person text, type text, time_zone text, from_date date, to_date date, first_weekday integer default 1,
    out weekday integer,
    out bucket_count bigint,
    out measured_count bigint,
    out average double precision,
    out minimum double precision,
    out maximum double precision,
    inout unit text default null
)
returns setof record
language plpgsql stable
rows 7
as $$
#variable_conflict use_variable
declare
    for_person_id constant integer := health_code.known_person(person);
    for_sample_type_id constant integer := health_code.known_quantity_type(type);
    is_level constant boolean := (
        select rule.style = 'discreteEquivalentContinuousLevel'
        from health_code.statistics_rule(for_person_id, for_sample_type_id) rule);
begin
    perform set_config('healthstore.asked_person_id', for_person_id::text, true);
    if first_weekday is null or first_weekday not between 1 and 7 then
        raise exception 'first_weekday must be from 1 (Monday) to 7 (Sunday)' using errcode = 'invalid_parameter_value';
    end if;
    if from_date is null or to_date is null then
        -- With two dates, days without measurements have rows, and are counted.
        select coalesce(from_date, least(min(day.date), to_date - 1)), coalesce(to_date, greatest(max(day.date), from_date) + 1)
        into from_date, to_date
        from health_code.sample_range(for_person_id, for_sample_type_id) range
        cross join lateral health_code.clock_days(for_person_id, time_zone, range.from_time, range.to_time) day
        where range.from_time is not null;
    end if;
    return query
    with day as materialized (
        select
            extract(isodow from days.date)::integer as weekday, coalesce(days.sum, days.average) as value, days.unit
        from health_code.daily_statistics(person, type, time_zone, from_date, to_date, unit) days
        where not days.partial
    ), levelled as materialized (
        select day.*, max(day.value) over (partition by day.weekday) as greatest from day
    )
    select
        part.weekday, count(levelled.weekday), count(levelled.value),
        case when is_level
            then max(levelled.greatest) + 10 * log(avg(health_code.relative_energy(levelled.value, levelled.greatest)))
            else avg(levelled.value)
        end,
        min(levelled.value), max(levelled.value), shown.unit_string
    from health_code.unit_of(for_person_id, for_sample_type_id, unit) shown
    cross join generate_series(0, 6) number
    cross join lateral (select (first_weekday - 1 + number) % 7 + 1 as weekday) part
    left join levelled on levelled.weekday = part.weekday
    group by number, part.weekday, shown.unit_string
    order by number;
    perform set_config('healthstore.asked_person_id', '', true);
end;
$$;

comment on function health_code.weekday_statistics(text, text, text, date, date, integer, text) is
    'Returns the figures of GET /v1/statistics-pattern?by=dayOfWeek: one row for each weekday of the days from from_date to to_date, '
    'exclusive, that have ended, beginning with first_weekday. Without from_date the days begin with the first sample, without to_date '
    'they end with the latest that has begun. weekday is 1 (Monday) to 7 (Sunday). Each day has one figure: its sum (cumulative '
    'types) or average (discrete types). bucket_count is the number of days, and measured_count that of days with a figure; a day without samples does not count as zero. average is the mean of the figures (of the energies, for sound levels), '
    'null without measured days, like minimum and maximum. If time_zone is null, days are those of the person''s own clock, or of UTC '
    'if the person''s zones are not known. Values are in unit: the requested one, else the person''s choice, else the type''s '
    'preferred unit.';
