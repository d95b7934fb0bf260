create function health_code.trends(
    person text, type text, time_zone text default null, to_date date default null,
    out figure text,
    inout unit text default null,
    out recent_from date,
    out recent_count bigint,
    out recent_median double precision,
    out usual_from date,
    out usual_count bigint,
    out usual_median double precision,
    out difference double precision,
    out this_year_from date,
    out this_year_count bigint,
    out this_year_median double precision,
    out last_year_from date,
    out last_year_to date,
    out last_year_count bigint,
    out last_year_median double precision,
    out year_difference double precision,
    out slope double precision,
    out slope_lower double precision,
    out slope_upper double precision,
    out direction text,
    out since date
)
returns setof record
language plpgsql stable
rows 1
as $$
#variable_conflict use_variable
declare
    for_person_id constant integer := health_code.known_person(person);
    end_date constant date := health_code.ended_days(for_person_id, time_zone, to_date);
    days record;
begin
    select * into days
    from health_code.day_figures(
        for_person_id, person, type, time_zone, make_date(extract(year from end_date - 1)::integer - 1, 1, 1), end_date,
        unit);
    return query
    select days.figure, days.unit, trend.*
    from health_code.trend_of_figures(days.dates, days.figures, end_date) trend;
end;
$$;

comment on function health_code.trends(text, text, text, date, text) is
    'Returns one row with the trend of GET /v1/trends: that of the days until to_date, exclusive, or until today. The '
    'figure of a day is its sum (cumulative types), its average (discrete types), or for sleepAnalysis the seconds asleep '
    'in the night that ends on the day (asleep; only on the person''s own clock). recent are the last 28 days, usual the '
    '90 days before these, this_year the days of the year so far, last_year the same part of the year before; each has '
    'its number of measured days and the median of their figures. difference is recent - usual, year_difference '
    'this_year - last_year. slope is the change a day over recent and usual, with its confidence interval of 99 %. '
    'direction is rising, falling or steady, and since is the day on which the change began. A figure of too few days is '
    'null. If time_zone is null, days are those of the person''s own clock, or of UTC if the person''s zones are not '
    'known. Values are in unit, as in daily_statistics.';
