create function health_code.unusual_figures(dates date[], figures double precision[], figure text, from_date date)
returns table (
    date date, value double precision, usual double precision, lower double precision, upper double precision,
    is_unusual boolean)
language plpgsql immutable parallel safe
rows 1000
as $$
#variable_conflict use_column
begin
    return query
    with day as materialized (
        -- Sums are skewed, and weekdays change them by a factor. Their logarithms are even.
        select
            given.date, given.value,
            case when unusual_figures.figure = 'sum' then ln(given.value) else given.value end as level
        from unnest(unusual_figures.dates, unusual_figures.figures) given (date, value)
        where unusual_figures.figure <> 'sum' or given.value > 0
    ), weekday as materialized (
        select
            array_agg(day.date order by day.date) as dates, array_agg(day.value order by day.date) as figures,
            array_agg(day.level order by day.date) as levels
        from day
        group by extract(isodow from day.date)
    ), levelled as materialized (
        select
            array_agg(part.date order by part.date) as dates, array_agg(part.value order by part.date) as figures,
            array_agg(part.quantiles[4] order by part.date) as usual,
            array_agg(part.level - part.quantiles[4] order by part.date) as rest
        from weekday
        cross join lateral rows from (
            unnest(weekday.dates, weekday.figures, weekday.levels),
            health_code.running_quantiles(weekday.dates, weekday.levels, 4)) part (date, value, level, quantiles)
        where part.quantiles is not null
    ), compared as (
        -- 1.4826 median absolute deviations are one standard deviation of normal figures.
        select
            part.date, part.value, part.usual, part.quantiles,
            part.quantiles[4] - 3.5 * 1.4826
                * greatest(part.quantiles[4] - part.quantiles[3], (part.quantiles[5] - part.quantiles[3]) / 4) as lower,
            part.quantiles[4] + 3.5 * 1.4826
                * greatest(part.quantiles[5] - part.quantiles[4], (part.quantiles[5] - part.quantiles[3]) / 4) as upper
        from levelled
        cross join lateral rows from (
            unnest(levelled.dates, levelled.figures, levelled.usual),
            health_code.running_quantiles(levelled.dates, levelled.rest, 30)) part (date, value, usual, quantiles)
        where part.date >= unusual_figures.from_date and part.quantiles[3] < part.quantiles[5]
    ), bound as (
        -- What happens every third week, such as a workout, is not unusual.
        select
            compared.date, compared.value, compared.usual + compared.quantiles[4] as usual,
            compared.usual + case
                when compared.quantiles[2] < compared.lower then compared.quantiles[1] else compared.lower end as lower,
            compared.usual + case
                when compared.quantiles[6] > compared.upper then compared.quantiles[7] else compared.upper end as upper
        from compared
    ), shown as (
        select bound.date, bound.value, bound.usual, bound.lower, bound.upper
        from bound
        where unusual_figures.figure <> 'sum'
        union all
        -- exp raises an error for numbers beyond 700.
        select
            bound.date, bound.value, exp(bound.usual), exp(greatest(bound.lower, -700)), exp(least(bound.upper, 700))
        from bound
        where unusual_figures.figure = 'sum'
    )
    select
        shown.date, shown.value, shown.usual, shown.lower, shown.upper,
        shown.value < shown.lower or shown.value > shown.upper
    from shown
    order by shown.date;
end;
$$;

comment on function health_code.unusual_figures(date[], double precision[], text, date) is
    'Compares the figure of each day from from_date on with those of the 91 days before it. dates ascend, and figure is '
    'sum, average or asleep. The figures are first compared with the median of their own weekday, which needs 4 '
    'figures, and sums as logarithms. usual is this median plus the median of the differences. lower and upper are '
    '3.5 * 1.4826 times the distance of each quartile of the differences from their median away from usual. Where more '
    'than 4 differences are beyond a bound, the bound is the one that is farthest. A day has no row if it has less than '
    '30 differences, if their quartiles are equal, or if it has a sum of 0.';
