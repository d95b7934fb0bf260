\ir include/measured.sql
select plan(3);

do $$
begin
    for day in 0..120 loop
        call pg_temp.measure('bodyMass', 1, case when day = 110 then 90 else 80 + day % 3 end, day * 24 + 10 || ':00');
    end loop;
end $$;

select results_eq(
    $$select date, value, usual, lower < usual and usual < upper and upper < value, unit
    from health_code.unusual_days('Ada', 'bodyMass', 'UTC', to_date => '2024-05-01')$$,
    $$values (date '2024-04-20', 90::float8, 81::float8, true, 'kg')$$, 'of the last 28 days by default');
select is_empty(
    $$select * from health_code.unusual_days('Ada', 'bodyMass', 'UTC', '2024-04-21', '2024-05-01')$$, 'before from_date');
select is_empty($$select * from health_code.unusual_days('Ada', 'bodyMass', 'UTC', '2999-01-01')$$, 'days that have not ended');
