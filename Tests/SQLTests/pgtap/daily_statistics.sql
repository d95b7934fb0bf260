\set type stepCount
\ir include/days.sql
select plan(9);

select results_eq(
    $$select date, start_time, sum, count from health_code.daily_statistics('Ada', 'stepCount', 'UTC', '2024-01-01', '2024-01-04')$$,
    $$values
        ('2024-01-01'::date, '2024-01-01 00:00+00'::timestamptz, 10::float8, 1::bigint),
        ('2024-01-02', '2024-01-02 00:00+00', null, null),
        ('2024-01-03', '2024-01-03 00:00+00', 20, 2)$$,
    'days of UTC, with nulls for a day without measurements');
select results_eq(
    $$select date, start_time, sum from health_code.daily_statistics('Ada', 'stepCount')$$,
    $$values
        ('2024-01-02'::date, '2024-01-01 15:00+00'::timestamptz, 10::float8),
        ('2024-01-04', '2024-01-03 15:00+00', 20)$$,
    'without dates, the days with measurements on the person''s own clock');
select results_eq(
    $$select date, sum from health_code.daily_statistics('Bea', 'stepCount')$$,
    $$values ('2024-01-01'::date, 10::float8), ('2024-01-03', 20)$$,
    'without zones, the days are those of UTC');
select results_eq(
    $$select date, sum, duration from health_code.daily_statistics('Bea', 'HKQuantityTypeIdentifierStepCount', from_date => '2024-01-02')$$,
    $$values ('2024-01-03'::date, 20::float8, 7200::float8)$$,
    'from a date on');
select results_eq(
    $$select date, sum from health_code.daily_statistics('Bea', 'stepCount', to_date => '2024-01-02')$$,
    $$values ('2024-01-01'::date, 10::float8)$$, 'until a date');
select results_eq(
    $$select date, start_time from health_code.daily_statistics('Bea', 'stepCount', 'Pacific/Apia', '2011-12-29', '2012-01-01')$$,
    $$values ('2011-12-29'::date, '2011-12-29 10:00+00'::timestamptz), ('2011-12-31', '2011-12-30 10:00+00')$$,
    'a day that the clock skipped has no row');
select is_empty($$select * from health_code.daily_statistics('Ada', 'heartRate')$$, 'no measurements');
insert into health.sample (person_id, sample_type_id, uuid, start_time, end_time, quantity, source_revision_id, change_position)
select 2, sample_type_id, gen_random_uuid(), start_time, start_time, 7, 1, 1
from health.sample_type, (values (now()), (now() + interval '3 days')) as began (start_time)
where short_name = :'type';
select results_eq(
    $$select sum, unit, partial from health_code.daily_statistics('Bea', 'stepCount') order by date desc limit 1$$,
    $$values (7::float8, 'count', true)$$, 'until the day that has not ended; future samples are left out');
select results_eq(
    $$select sum from health_code.daily_statistics('Bea', 'stepCount', from_date => date(now() + interval '2 days'), to_date => date(now() + interval '5 days'))
    where sum is not null$$, $$values (7::float8)$$, 'unless a date includes them');
