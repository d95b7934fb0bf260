\set type heartRate
\ir include/days.sql
select plan(3);

select results_eq(
    $$select person, date, start_time, average, time_zone from health.daily_heart_rate order by person, date$$,
    $$values
        ('Ada', '2024-01-02'::date, '2024-01-01 15:00+00'::timestamptz, 600::float8, 'Asia/Tokyo'),
        ('Ada', '2024-01-04', '2024-01-03 15:00+00', 600, 'Asia/Tokyo'),
        ('Bea', '2024-01-01', '2024-01-01 00:00+00', 600, null),
        ('Bea', '2024-01-03', '2024-01-03 00:00+00', 600, null)$$,
    'the days with measurements, on each person''s own clock');
select is(
    (select array_agg(distinct (unit, partial)::text) from health.daily_heart_rate), array['(count/min,f)'], 'in beats per minute');

\ir include/day_rows.sql
select results_eq(
    $$select date, average, minimum, maximum, most_recent from health.daily_heart_rate where person = 'Ada' order by date$$,
    $$values (date '2024-01-02', 60::float8, 60::float8, 120::float8, 180::float8), ('2024-01-03', 120, 60, 120, 180),
        ('2024-01-04', 600, 600, 600, 600)$$,
    'fresh rows of days in the unit of the person, and a marked day from samples');
