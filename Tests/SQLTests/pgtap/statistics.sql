\ir include/measured.sql
select plan(9);

call pg_temp.measure('stepCount', 1, 100, '23:00', '25:00');
call pg_temp.measure('stepCount', 2, 30, '23:30', '24:00');
create function pg_temp.figures(since text, until text)
returns table (start_time timestamptz, end_time timestamptz, count bigint, sum double precision, sources integer[])
language sql as $$
    select start_time, end_time, count, sum, sources
    from health_code.statistics('Ada', 'stepCount', pg_temp.instant(since), pg_temp.instant(until))
$$;
select results_eq(
    $$select * from pg_temp.figures('23:15', '24:00')$$,
    $$select pg_temp.instant('23:00'), pg_temp.instant('25:00'), 2::bigint, 42.5::float8, '{2,1}'::integer[]$$,
    'the range as one bucket, with the times of its samples');
select results_eq(
    $$select * from pg_temp.figures('10:00', '11:00')$$,
    'values (null::timestamptz, null::timestamptz, null::bigint, null::float8, null::integer[])',
    'a row of nulls without measurements');
select throws_ok(
    $$select * from health_code.statistics('Ada', 'stepCount', timestamptz '2024-01-01 00:00Z', timestamptz 'infinity')$$, '22023',
    'to_time must be a time such as 2024-05-01T10:00:00Z or 2024-05-01T10:00:00+02:00, or a local date', 'an endless range');

-- 2024-01-02 began at 15:00 UTC in Tokyo.
set local timezone = 'America/New_York';
select results_eq(
    $$select sum, partial, unit from health_code.statistics('Ada', 'stepCount', 'Asia/Tokyo', '2024-01-02', '2024-01-03')$$,
    $$values (105::float8, false, 'count')$$, 'dates are in the given zone');
insert into health.time_zone_report (person_id, origin, start_time, time_zone) values (1, 'client', '2024-01-01 00:00+00', 'Asia/Tokyo');
select results_eq(
    $$select sum from health_code.statistics('Ada', 'stepCount', '2024-01-02', '2024-01-03')$$, $$values (105::float8)$$,
    'without a zone, dates are on the person''s own clock');
select results_eq(
    $$select sum from health_code.statistics('Ada', 'stepCount', null, null, null)$$, $$values (105::float8)$$, 'all samples');
select is_empty(
    $$select * from health_code.statistics('Ada', 'heartRate', null, null, null)$$, 'no row for all samples of a type without any');
select results_eq(
    $$select sum from health_code.statistics('Ada', 'stepCount', '2024-01-01T15:00:00Z', '2024-01-03T00:00:00+09:00')$$,
    $$values (105::float8)$$, 'instants need no zone');
select results_eq(
    $$select count, partial from health_code.statistics('Ada', 'stepCount', 'Asia/Tokyo', '2024-01-02', now() + interval '1 hour')$$,
    $$values (2::bigint, true)$$, 'a range that ends in the future is partial');
