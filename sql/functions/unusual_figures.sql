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
            array_agg(part.quartiles[2] order by part.date) as usual,
            array_agg(part.level - part.quartiles[2] order by part.date) as rest
        from weekday
        cross join lateral rows from (
            unnest(weekday.dates, weekday.figures, weekday.levels),
            health_code.running_quartiles(weekday.dates, weekday.levels, 4)) part (date, value, level, quartiles)
        where part.quartiles is not null
    ), compared as (
        select
            part.date, part.value, part.usual + part.quartiles[2] as usual,
            greatest(part.quartiles[2] - part.quartiles[1], (part.quartiles[3] - part.quartiles[1]) / 4) as below,
            greatest(part.quartiles[3] - part.quartiles[2], (part.quartiles[3] - part.quartiles[1]) / 4) as above
        from levelled
        cross join lateral rows from (
            unnest(levelled.dates, levelled.figures, levelled.usual),
            health_code.running_quartiles(levelled.dates, levelled.rest, 30)) part (date, value, usual, quartiles)
        where part.date >= unusual_figures.from_date and part.quartiles[1] < part.quartiles[3]
    ), shown as (
        -- 1.4826 median absolute deviations are one standard deviation of normal figures.
        select
            compared.date, compared.value, bound.usual, bound.lower, bound.upper
        from compared
        cross join lateral (
            values (
                compared.usual, compared.usual - 3.5 * 1.4826 * compared.below,
                compared.usual + 3.5 * 1.4826 * compared.above)) bound (usual, lower, upper)
        where unusual_figures.figure <> 'sum'
        union all
        -- exp raises an error for numbers beyond 700.
        select
            compared.date, compared.value, exp(compared.usual),
            exp(greatest(compared.usual - 3.5 * 1.4826 * compared.below, -700)),
            exp(least(compared.usual + 3.5 * 1.4826 * compared.above, 700))
        from compared
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
    '3.5 * 1.4826 times the distance of the quartiles of the differences, on each side, away from usual. A day has no '
    'row if it has less than 30 differences, if their quartiles are equal, or if it has a sum of 0.';
