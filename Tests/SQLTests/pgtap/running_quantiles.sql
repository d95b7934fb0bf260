select plan(3);

select results_eq(
    $$select * from health_code.running_quantiles('{2024-01-01,2024-01-02,2024-01-04,2024-04-02}', '{7,1,4,0}', 2)$$,
    $$values (null::float8[]), (null), ('{1,null,2.5,4,5.5,null,7}'), ('{1,null,1.75,2.5,3.25,null,4}')$$,
    'a day is not among those with which it is compared, and 92 days before it none is');
select is_empty($$select * from health_code.running_quantiles(null, null, 1)$$, 'no days');
-- The slow way to the same figures.
select is(count(*), 0::bigint, 'the numbers of aggregates')
from (
    select array_agg(date '2024-01-01' + n + n * n % 5 order by n) as dates, array_agg(sin(n) order by n) as figures
    from generate_series(0, 2000, 7) n
) given
cross join lateral rows from (
    unnest(given.dates, given.figures), health_code.running_quantiles(given.dates, given.figures, 5)) day (date, figure, quantiles)
cross join lateral (
    select case when count(*) >= 5 then
        array[min(near.figure)] || (array_agg(near.figure order by near.figure))[5]
            || percentile_cont(array[0.25, 0.5, 0.75]) within group (order by near.figure)
            || (array_agg(near.figure order by near.figure desc))[5] || max(near.figure) end as quantiles
    from unnest(given.dates, given.figures) near (date, figure)
    where near.date < day.date and near.date >= day.date - 91
) slow
where slow.quantiles is distinct from day.quantiles;
