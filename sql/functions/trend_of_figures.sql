create function health_code.trend_of_figures(
    dates date[], figures double precision[], to_date date,
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
language plpgsql immutable parallel safe
as $$
#variable_conflict use_variable
declare
    day_count bigint;
    split_date date;
    -- 1 if the figures are higher after the split, -1 if they are lower.
    way integer;
    likeness double precision;
    slopes double precision[];
    -- Kendall's statistic: the number of pairs of days that rise less that of those that fall.
    kendall double precision;
    half double precision;
begin
    recent_from := to_date - 28;
    usual_from := to_date - 118;
    this_year_from := make_date(extract(year from to_date - 1)::integer, 1, 1);
    last_year_from := make_date(extract(year from to_date - 1)::integer - 1, 1, 1);
    last_year_to := (to_date - interval '1 year')::date;
    select
        count(*) filter (where day.date >= recent_from),
        percentile_cont(0.5) within group (order by day.figure) filter (where day.date >= recent_from),
        count(*) filter (where day.date >= usual_from and day.date < recent_from),
        percentile_cont(0.5) within group (order by day.figure)
            filter (where day.date >= usual_from and day.date < recent_from),
        count(*) filter (where day.date >= this_year_from),
        percentile_cont(0.5) within group (order by day.figure) filter (where day.date >= this_year_from),
        count(*) filter (where day.date >= last_year_from and day.date < last_year_to),
        percentile_cont(0.5) within group (order by day.figure)
            filter (where day.date >= last_year_from and day.date < last_year_to)
    into
        recent_count, recent_median, usual_count, usual_median, this_year_count, this_year_median, last_year_count,
        last_year_median
    from unnest(dates, figures) day (date, figure)
    where day.date < to_date;
    recent_median := case when recent_count >= 14 then recent_median end;
    usual_median := case when usual_count >= 30 then usual_median end;
    this_year_median := case
        when this_year_count >= greatest(30, (to_date - this_year_from) / 3.0) then this_year_median end;
    last_year_median := case
        when last_year_count >= greatest(30, (last_year_to - last_year_from) / 3.0) then last_year_median end;
    difference := recent_median - usual_median;
    year_difference := this_year_median - last_year_median;
    if difference is null then
        return;
    end if;
    -- The split that leaves the least sum of squares of ranks is that whose parts differ most.
    with day as materialized (
        select
            given.date, given.figure,
            count(*) over () as day_count,
            row_number() over (order by given.date) as number,
            rank() over (order by given.figure) + (count(*) over (partition by given.figure) - 1) / 2.0
                - (count(*) over () + 1) / 2.0 as rank
        from unnest(dates, figures) given (date, figure)
        where given.date >= usual_from and given.date < to_date
    ), split as (
        select
            day.day_count, lead(day.date) over (order by day.date) as date, day.number,
            - sum(day.rank) over (order by day.date) as change
        from day
    )
    select split.day_count, split.date, sign(split.change)
    into day_count, split_date, way
    from split
    where split.number between 7 and split.day_count - 7
    order by round(split.change * split.change / (split.number * (split.day_count - split.number)), 6) desc, split.date
    limit 1;
    -- Days that resemble their neighbours count for fewer days, apart from the change.
    with day as materialized (
        select given.date, given.figure, given.date >= split_date as is_late
        from unnest(dates, figures) given (date, figure)
        where given.date >= usual_from and given.date < to_date
    ), part as (
        select day.is_late, percentile_cont(0.5) within group (order by day.figure) as median
        from day
        group by day.is_late
    ), rest as (
        select
            day.figure - part.median as figure, lag(day.figure - part.median) over (order by day.date) as before
        from day
        join part on part.is_late = day.is_late
    )
    select least(greatest(coalesce(corr(rest.figure, rest.before), 0), 0), 0.9) into likeness from rest;
    -- Theil and Sen: the median of the slopes of all pairs of days.
    with day as materialized (
        select given.date, given.figure
        from unnest(dates, figures) given (date, figure)
        where given.date >= usual_from and given.date < to_date
    )
    select array_agg(pair.slope order by pair.slope), sum(sign(pair.slope))
    into slopes, kendall
    from (
        select (late.figure - early.figure) / (late.date - early.date) as slope
        from day early
        join day late on late.date > early.date
    ) pair;
    slope := health_code.quantile(slopes, 0.5);
    -- Sen's interval: the variance of Kendall's statistic says how many slopes lie inside it. Many
    -- equal figures make 0 a bound of it, so the direction follows from the statistic itself.
    half := 2.5758293035489004 * sqrt(
        day_count * (day_count - 1) * (2 * day_count + 5) / 18.0 * (1 + likeness) / (1 - likeness));
    slope_lower := slopes[greatest(floor((cardinality(slopes) - half) / 2)::integer, 1)];
    slope_upper := slopes[least(ceil((cardinality(slopes) + half) / 2)::integer + 1, cardinality(slopes))];
    direction := case
        when kendall > half and difference > 0 and way > 0 then 'rising'
        when kendall < - half and difference < 0 and way < 0 then 'falling'
        else 'steady' end;
    since := case when direction <> 'steady' then split_date end;
end;
$$;

comment on function health_code.trend_of_figures(date[], double precision[], date) is
    'Returns the trend of the figures of days, whose dates ascend. recent are the 28 days before to_date, usual the 90 '
    'days before these, this_year the days of the year of the last day, and last_year the same part of the year before. '
    'Each has its number of figures and their median, null if there are less than 14 (recent) or 30 figures, or for '
    'years less than a third of the days. difference is recent - usual, and year_difference this_year - last_year. '
    'The rest is about recent and usual. The split divides them into two parts of 7 days at least, whose ranks have the '
    'least sum of squares. slope is that of Theil and Sen, a day, with its confidence interval of 99 %, which is wider '
    'where neighbouring days, less the median of their part, resemble each other. direction is rising or falling if '
    'Kendall''s rank test, with the same correction, says so at 99 %, and difference and the split have the same sign, '
    'else steady. since is the first day after the split, null if steady. All of these are null if recent or usual has no median.';
