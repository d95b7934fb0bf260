select plan(6);

create function pg_temp.trend(figure_of text, measured text default 'true')
returns table (
    counts bigint[], medians float8[], difference float8, slope float8, direction text, since date, last_year_to date)
language plpgsql as $$
begin
    return query execute format(
        $query$
        select
            array[recent_count, usual_count, this_year_count, last_year_count],
            array[recent_median, usual_median, this_year_median, last_year_median], trend.difference, trend.slope,
            trend.direction, trend.since, trend.last_year_to
        from (
            select array_agg(date '2024-02-29' - n order by n desc) as dates, array_agg((%s)::float8 order by n desc) as figures
            from generate_series(-3, 500) n
            where %s
        ) given
        cross join lateral health_code.trend_of_figures(given.dates, given.figures, '2024-03-01') trend
        $query$, figure_of, measured);
end
$$;

select results_eq(
    $$select counts, medians, difference, direction, since, last_year_to
    from pg_temp.trend('case when n < 20 then 50 else 60 end + n % 3')$$,
    $$values (
        array[28::bigint, 90, 60, 59], array[51.5::float8, 61, 60, 61], -9.5::float8, 'falling', date '2024-02-10',
        date '2023-03-01')$$, 'a step');
select results_eq(
    $$select slope, direction, since from pg_temp.trend('1000 - 2 * n')$$, $$values (2::float8, 'rising', date '2024-01-02')$$, 'a line');
select results_eq(
    $$select difference, slope, direction, since from pg_temp.trend('7')$$, $$values (0::float8, 0::float8, 'steady', null::date)$$,
    'a constant');
select results_eq(
    $$select counts, medians, direction from pg_temp.trend('n', 'n % 2 = 0 and n > 2')$$,
    $$values (array[12::bigint, 45, 28, 30], array[null, 72::float8, null, 395], null::text)$$, 'less than 14 of 28 days');
select results_eq(
    $$select counts, medians, direction from pg_temp.trend('n', 'n < 28 or n >= 118 - 29')$$,
    $$values (array[28::bigint, 29, 28, 59], array[13.5::float8, null, null, 395], null::text)$$, 'less than 30 of 90 days');
select results_eq(
    $$select recent_count, recent_median, direction from health_code.trend_of_figures(null, null, '2024-03-01')$$,
    $$values (0::bigint, null::float8, null::text)$$, 'no days');
