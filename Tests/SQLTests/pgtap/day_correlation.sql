\ir include/measured.sql
select plan(4);

do $$
begin
    for day in 0..59 loop
        call pg_temp.measure('bodyMass', 1, 80 + day * 7 % 60, day * 24 + 10 || ':00');
        call pg_temp.measure('stepCount', 1, 1000 + (day - 1) * 7 % 60 + 60, day * 24 + 10 || ':00');
    end loop;
end $$;

select results_eq(
    $$select pair_count, correlation from health_code.day_correlation('Ada', 'bodyMass', 'stepCount', 1, 'UTC', '2024-01-02', '2024-03-01')$$,
    'values (58::bigint, 1::float8)', 'y is one day after x');
select results_eq(
    $$select pair_count, correlation from health_code.day_correlation('Ada', 'bodyMass', 'stepCount', 1, 'UTC', '2024-01-02', '2024-01-20')$$,
    'values (17::bigint, null::float8)', 'too few pairs');
select results_eq(
    $$select pair_count from health_code.day_correlation('Ada', 'bodyMass', 'stepCount')$$, 'values (60::bigint)', 'all days by default');
select throws_ok(
    $$select * from health_code.day_correlation('Ada', 'bodyMass', 'stepCount', null)$$, '22023', 'lag must be from -7 to 7', 'no lag');
