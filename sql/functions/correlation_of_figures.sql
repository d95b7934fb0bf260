create function health_code.correlation_of_figures(
    x_dates date[], x_figures double precision[], y_dates date[], y_figures double precision[], lag integer,
    out pair_count bigint,
    out correlation double precision,
    out lower double precision,
    out upper double precision
)
language plpgsql immutable parallel safe
as $$
declare
    likeness double precision;
    error double precision;
begin
    with pair as materialized (
        select
            x.date,
            rank() over (order by x.figure) + (count(*) over (partition by x.figure) - 1) / 2::double precision as x,
            rank() over (order by y.figure) + (count(*) over (partition by y.figure) - 1) / 2::double precision as y
        from unnest(x_dates, x_figures) x (date, figure)
        join unnest(y_dates, y_figures) y (date, figure) on y.date = x.date + correlation_of_figures.lag
    ), near as (
        select
            pair.*, lag(pair.x) over (order by pair.date) as x_before, lag(pair.y) over (order by pair.date) as y_before
        from pair
    )
    select
        count(*), corr(near.x, near.y),
        least(greatest(coalesce(corr(near.x, near.x_before) * corr(near.y, near.y_before), 0), 0), 0.9)
    into pair_count, correlation, likeness
    from near;
    correlation := case when pair_count >= 30 then correlation end;
    -- Neighbouring days that resemble each other count for fewer days (Bartlett). The standard
    -- error is that of Bonett and Wright.
    error := sqrt(
        (1 + correlation ^ 2 / 2) / greatest(pair_count * (1 - likeness) / (1 + likeness) - 3, 1));
    lower := tanh(atanh(correlation) - 1.9599639845400545 * error);
    upper := tanh(atanh(correlation) + 1.9599639845400545 * error);
end;
$$;

comment on function health_code.correlation_of_figures(
    date[], double precision[], date[], double precision[], integer) is
    'Returns Spearman''s rank correlation of the figures of days: of x on a day and y on the day lag days later. '
    'pair_count is the number of days that have both. correlation is null for less than 30 pairs, or if x or y is the '
    'same on all days. lower and upper are its confidence interval of 95 %.';
