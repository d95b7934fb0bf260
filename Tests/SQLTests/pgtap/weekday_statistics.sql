\ir include/measured.sql
select plan(7);

-- 2024-01-01 was a Monday.
call pg_temp.measure('stepCount', 1, 100, '10:00', '10:10');
call pg_temp.measure('stepCount', 2, 60, '10:00', '10:05');
call pg_temp.measure('stepCount', 1, 300, '178:00', '178:10');
call pg_temp.measure('stepCount', 1, 7, '26:00', '26:10');
select results_eq(
    $$select * from health_code.weekday_statistics('Ada', 'stepCount', 'UTC', '2024-01-01', '2024-01-10')$$,
    $$values (1, 2::bigint, 2::bigint, 205::float8, 110::float8, 300::float8, 'count'), (2, 2, 1, 7, 7, 7, 'count'),
        (3, 1, 0, null, null, null, 'count'), (4, 1, 0, null, null, null, 'count'), (5, 1, 0, null, null, null, 'count'),
        (6, 1, 0, null, null, null, 'count'), (7, 1, 0, null, null, null, 'count')$$,
    'each weekday, and days without samples are not zero');
select results_eq(
    $$select weekday, bucket_count from health_code.weekday_statistics('Ada', 'stepCount', 'UTC', '2024-01-01', '2024-01-03', 7)$$,
    'values (7, 0::bigint), (1, 1), (2, 1), (3, 0), (4, 0), (5, 0), (6, 0)', 'from another first weekday');
select is(
    (
        select sum(bucket_count)
        from health_code.weekday_statistics(
            'Ada', 'stepCount', null, (now() at time zone 'UTC')::date - 2, (now() at time zone 'UTC')::date + 3)
    ), 2::numeric, 'days that have not ended are left out');
call pg_temp.measure('environmentalAudioExposure', 1, 60, '10:00', '11:00');
call pg_temp.measure('environmentalAudioExposure', 1, 70, '178:00', '179:00');
select is(
    (
        select round(average::numeric, 6)
        from health_code.weekday_statistics('Ada', 'environmentalAudioExposure', 'UTC', '2024-01-01', '2024-01-09')
        where weekday = 1
    ), round((10 * log((10 ^ 6 + 10 ^ 7) / 2))::numeric, 6), 'levels average by their energies');
select results_eq(
    $$select weekday, bucket_count, measured_count
    from health_code.weekday_statistics('Ada', 'environmentalAudioExposure', 'UTC', null, null) where weekday < 3$$,
    'values (1, 2::bigint, 2::bigint), (2, 1, 0)', 'without dates, from the first sample to the last');
select throws_ok(
    $$select * from health_code.weekday_statistics('Ada', 'stepCount', 'UTC', '2024-01-01', '2024-01-09', 8)$$, '22023',
    'first_weekday must be from 1 (Monday) to 7 (Sunday)', 'no weekday');
select throws_ok(
    $$select * from health_code.weekday_statistics('Cleo', 'stepCount', 'UTC', '2024-01-01', '2024-01-09')$$, 'P0002', null, 'an unknown person');
