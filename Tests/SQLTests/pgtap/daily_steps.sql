\set type stepCount
\ir include/days.sql
select plan(4);

select results_eq(
    $$select person, date, start_time, steps, time_zone from health.daily_steps order by person, date$$,
    $$values
        ('Ada', '2024-01-02'::date, '2024-01-01 15:00+00'::timestamptz, 10::float8, 'Asia/Tokyo'),
        ('Ada', '2024-01-04', '2024-01-03 15:00+00', 20, 'Asia/Tokyo'),
        ('Bea', '2024-01-01', '2024-01-01 00:00+00', 10, null),
        ('Bea', '2024-01-03', '2024-01-03 00:00+00', 20, null)$$,
    'the days with measurements, on each person''s own clock');

\ir include/day_rows.sql
select results_eq(
    $$select date, steps, duration from health.daily_steps where person = 'Ada' order by date$$,
    $$values (date '2024-01-02', 77::float8, 60::float8), ('2024-01-03', 78, 60), ('2024-01-04', 20, 7200)$$,
    'fresh rows of days, and a marked day from samples');
select results_eq(
    $$select date, steps from health.daily_steps where person = 'Ada' and date >= '2024-01-03' order by date$$,
    $$values (date '2024-01-03', 78::float8), ('2024-01-04', 20)$$, 'from a date on');
update health.day set start_time = start_time + interval '1000000 hours', end_time = end_time + interval '1000000 hours'
where date = '2024-01-03';
update health.day set count = 0 where date = '2024-01-02';
select results_eq(
    $$select date from health.daily_steps where person = 'Ada'$$, $$values (date '2024-01-04')$$,
    'no days of the future, and none without members');
