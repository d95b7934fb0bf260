begin;
\ir include/measured.sql
select plan(6);

call pg_temp.measure('stepCount', 1, 100, '23:00', '25:00');
call pg_temp.measure('stepCount', 2, 30, '23:30', '24:00');
create function pg_temp.figures(since text, until text, strict_start boolean default false)
returns table (start_time timestamptz, end_time timestamptz, count bigint, sum double precision, sources integer[])
language sql as $$
    select start_time, end_time, count, sum, sources
    from health_code.statistics('Ada', 'stepCount', pg_temp.instant(since), pg_temp.instant(until), strict_start)
$$;
select results_eq(
    $$select * from pg_temp.figures('23:15', '24:00')$$,
    $$select pg_temp.instant('23:00'), pg_temp.instant('25:00'), 2::bigint, 42.5::float8, '{2,1}'::integer[]$$,
    'the range as one bucket; its dates are those of the samples');
select results_eq(
    $$select start_time, count, sum from pg_temp.figures('22:00', '23:15', true)$$,
    $$select pg_temp.instant('23:00'), 1::bigint, 100::float8$$, 'with a strict predicate whole samples count');
select results_eq(
    $$select * from pg_temp.figures('10:00', '11:00')$$,
    'values (null::timestamptz, null::timestamptz, null::bigint, null::float8, null::integer[])',
    'a row of nulls where nothing was measured');
select results_eq(
    $$select source, sum from health_code.statistics(
        'Ada', 'stepCount', pg_temp.instant('23:00'), pg_temp.instant('25:00'), separate_by_source => true)$$,
    $$values (null, 105::float8), ('Watch', 30), ('Phone', 100)$$, 'each source alone');
select throws_ok(
    $$select * from health_code.statistics('Cleo', 'stepCount', '2024-01-01', '2024-01-02')$$, 'P0002', 'there is no person "Cleo"',
    'an unknown person');
select throws_ok(
    $$select * from health_code.statistics('Ada', 'stepCount', '2024-01-01', 'infinity')$$, '22023',
    'from_time and to_time must be finite times', 'an endless range');

select * from finish();
rollback;
