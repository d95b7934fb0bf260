\set type activeEnergyBurned
\ir include/days.sql
select plan(2);

select results_eq(
    $$select person, date, start_time, active_energy, time_zone from health.daily_active_energy order by person, date$$,
    $$values
        ('Ada', '2024-01-02'::date, '2024-01-01 15:00+00'::timestamptz, 10::float8, 'Asia/Tokyo'),
        ('Ada', '2024-01-04', '2024-01-03 15:00+00', 20, 'Asia/Tokyo'),
        ('Bea', '2024-01-01', '2024-01-01 00:00+00', 10, null),
        ('Bea', '2024-01-03', '2024-01-03 00:00+00', 20, null)$$,
    'the days with measurements, on each person''s own clock');

\ir include/day_rows.sql
select results_eq(
    $$select date, active_energy from health.daily_active_energy where person = 'Ada' order by date$$,
    $$values (date '2024-01-02', 77::float8), ('2024-01-03', 78), ('2024-01-04', 20)$$,
    'fresh rows of days, and a marked day from samples');
