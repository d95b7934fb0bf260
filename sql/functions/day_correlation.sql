create function health_code.day_correlation(
    person text, x text, y text, lag integer default 0, time_zone text default null, from_date date default null,
    to_date date default null,
    out pair_count bigint,
    out correlation double precision,
    out lower double precision,
    out upper double precision
)
returns setof record
language plpgsql stable
rows 1
as $$
#variable_conflict use_variable
declare
    for_person_id constant integer := health_code.known_person(person);
    end_date constant date := health_code.ended_days(for_person_id, time_zone, to_date);
    x_days record;
    y_days record;
begin
    if lag is null or lag not between -7 and 7 then
        raise exception 'lag must be from -7 to 7' using errcode = 'invalid_parameter_value';
    end if;
    select * into x_days
    from health_code.day_figures(for_person_id, person, x, time_zone, from_date, end_date, null);
    select * into y_days
    from health_code.day_figures(for_person_id, person, y, time_zone, from_date, end_date, null);
    return query
    select *
    from health_code.correlation_of_figures(x_days.dates, x_days.figures, y_days.dates, y_days.figures, lag);
end;
$$;

comment on function health_code.day_correlation(text, text, text, integer, text, date, date) is
    'Returns one row with the correlation of GET /v1/correlation: that of the figures of health_code.trends of the types x '
    'on a day and y on the day lag days later, from -7 to 7. Both days are from from_date (by default the first) to '
    'to_date (by default today), exclusive. pair_count is the number of days that have both figures, and correlation '
    'Spearman''s rank correlation, null for less than 30 pairs or if one figure never changes. lower and upper are its '
    'confidence interval of 95 %. A correlation shows no cause. A night has the date on which it ends.';
