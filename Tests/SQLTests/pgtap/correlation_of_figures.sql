select plan(5);

create function pg_temp.correlated(x text, y text, lag integer, day_count integer default 40)
returns table (pair_count bigint, correlation numeric, lower numeric, upper numeric)
language plpgsql as $$
begin
    return query execute format(
        $query$
        select found.pair_count, round(found.correlation::numeric, 6), round(found.lower::numeric, 6), round(found.upper::numeric, 6)
        from (
            select array_agg(date '2024-01-01' + n order by n) as dates, array_agg((%s)::float8 order by n) as x, array_agg((%s)::float8 order by n) as y
            from generate_series(1, %s) n
        ) given
        cross join lateral health_code.correlation_of_figures(given.dates, given.x, given.dates, given.y, %s) found
        $query$, x, y, day_count, lag);
end
$$;

select results_eq(
    $$select * from pg_temp.correlated('n * n', 'exp(n)', 0)$$, 'values (40::bigint, 1::numeric, 1::numeric, 1::numeric)',
    'ranks, not values');
select results_eq(
    $$select pair_count, correlation from pg_temp.correlated('n * 7 % 40', '- ((n - 3) * 7 % 40)', 3)$$,
    'values (37::bigint, -1::numeric)', 'y is lag days after x');
select ok(abs(correlation) < lower + 1 and lower < correlation and correlation < upper, 'the bounds are on both sides')
from pg_temp.correlated('n * 7 % 40', 'n * 11 % 40', 0);
select results_eq(
    $$select * from pg_temp.correlated('n', '5', 0)$$, 'values (40::bigint, null::numeric, null::numeric, null::numeric)', 'a constant');
select results_eq(
    $$select pair_count, correlation from pg_temp.correlated('n', 'n', 0, 29)$$, 'values (29::bigint, null::numeric)', '29 pairs');
