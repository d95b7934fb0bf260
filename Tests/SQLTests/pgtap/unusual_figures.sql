select plan(5);

-- Days whose figure alternates, and one that is far from it.
create function pg_temp.compared(figure text)
returns table (date date, is_expected boolean, is_unusual boolean)
language sql as $$
    select day.date, day.value between day.lower and day.upper and day.usual between day.lower and day.upper, day.is_unusual
    from (
        select
            array_agg(date '2024-01-01' + n order by n) as dates,
            array_agg((case when n = 130 then 900 else 100 + n % 2 end)::float8 order by n) as figures
        from generate_series(0, 140) n
    ) given
    cross join lateral health_code.unusual_figures(given.dates, given.figures, figure, '2024-01-01') day
$$;

select results_eq(
    $$select date from pg_temp.compared('average') where is_unusual$$, array[date '2024-05-10'], 'an unusual day');
select results_eq(
    $$select date from pg_temp.compared('sum') where is_unusual$$, array[date '2024-05-10'], 'an unusual sum');
select is(
    (select min(date) from pg_temp.compared('average')), date '2024-01-01' + 28 + 30,
    'a day needs four weeks, and then 30 days that are compared with four weeks');
select is(
    (select count(*) from pg_temp.compared('sum') where is_expected = is_unusual), 0::bigint,
    'other days are from lower to upper');
select is_empty(
    $$select * from health_code.unusual_figures('{2024-01-01,2024-01-02}', '{0,0}', 'sum', '2024-01-01')$$,
    'sums of 0 are not compared');
