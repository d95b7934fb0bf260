create function health_code.unusual_days(
    person text, type text, time_zone text default null, from_date date default null, to_date date default null,
    out date date,
    out value double precision,
    out usual double precision,
    out lower double precision,
    out upper double precision,
    inout unit text default null
)
returns setof record
language plpgsql stable
rows 10
as $$
#variable_conflict use_variable
declare
    for_person_id constant integer := health_code.known_person(person);
    end_date constant date := health_code.ended_days(for_person_id, time_zone, to_date);
    start_date constant date := coalesce(from_date, end_date - 28);
    days record;
begin
    if start_date < end_date then
        select * into days
        from health_code.day_figures(for_person_id, person, type, time_zone, start_date - 182, end_date, unit);
        return query
        select day.date, day.value, day.usual, day.lower, day.upper, days.unit
        from health_code.unusual_figures(days.dates, days.figures, days.figure, start_date) day
        where day.is_unusual
        order by day.date;
    end if;
end;
$$;

comment on function health_code.unusual_days(text, text, text, date, date, text) is
    'Returns the unusual days of GET /v1/trends from from_date (by default the last 28 days) to to_date (by default '
    'today), exclusive: those whose value, the figure of health_code.trends, is not from lower to upper. usual and the '
    'bounds follow from the 91 days before the day and from its weekday. Days that have too few days before them have no '
    'row. time_zone and unit are those of health_code.trends.';
