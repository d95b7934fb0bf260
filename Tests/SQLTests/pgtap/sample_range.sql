\ir include/measured.sql
select plan(5);

select results_eq(
    $$select * from health_code.sample_range(1, pg_temp.type_id('stepCount'))$$, 'values (null::timestamptz, null::timestamptz)',
    'no samples');
call pg_temp.measure('stepCount', 1, 1, '10:00', '10:30');
call pg_temp.measure('stepCount', 1, 1, '12:00', '12:01');
select results_eq(
    $$select * from health_code.sample_range(1, pg_temp.type_id('stepCount'))$$,
    $$values (pg_temp.instant('10:00'), pg_temp.instant('12:30') + interval '1 microsecond')$$,
    'from the first start to the last start and the length of the longest sample');
call pg_temp.measure('heartRate', 1, 1, '10:00');
select is(
    (select to_time from health_code.sample_range(1, pg_temp.type_id('heartRate'))),
    pg_temp.instant('10:10') + interval '1 microsecond', 'as long as the value of a point applies');
call pg_temp.measure('stepCount', 1, 1, '1000000:00');
select is(
    (select to_time from health_code.sample_range(1, pg_temp.type_id('stepCount'))),
    pg_temp.instant('12:30') + interval '1 microsecond', 'without samples of the future');
call pg_temp.measure('stepCount', 1, 1, '-2000000:00');
select is(
    (select from_time from health_code.sample_range(1, pg_temp.type_id('stepCount'))), timestamptz '1900-01-01 00:00+00',
    'not before 1900');
