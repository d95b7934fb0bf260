\ir include/measured.sql
select plan(5);

call pg_temp.measure('stepCount', 1, 100, '10:00', '10:10');
call pg_temp.measure('stepCount', 2, 60, '50:00', '50:05');
call pg_temp.measure('bodyMass', 1, 70, '10:00');
call pg_temp.measure('bodyMass', 1, 72, '12:00');
insert into health.night (
    person_id, sample_type_id, date, start_time, end_time, asleep, session_count, nap_count, source_ids, is_aggregate)
select
    1, sample_type_id, date '2024-01-01' + number, '2024-01-01 18:00Z', '2024-01-02 18:00Z', nullif(number, 2) * 3600, 1, 0,
    '{1}', false
from health.sample_type
cross join generate_series(1, 4) number
where identifier = 'HKCategoryTypeIdentifierSleepAnalysis';

select results_eq(
    $$select * from health_code.day_figures(1, 'Ada', 'stepCount', 'UTC', '2024-01-01', '2024-01-05', null)$$,
    $$values ('count', 'sum', '{2024-01-01,2024-01-03}'::date[], '{100,60}'::float8[])$$, 'sums of measured days');
select results_eq(
    $$select * from health_code.day_figures(1, 'Ada', 'bodyMass', null, null, '2024-01-05', 'lb')$$,
    $$values ('lb', 'average', '{2024-01-01}'::date[], array[71 / 0.45359237::float8])$$, 'averages, in a unit');
select results_eq(
    $$select * from health_code.day_figures(1, 'Ada', 'sleepAnalysis', null, '2024-01-02', '2024-01-05', null)$$,
    $$values ('s', 'asleep', '{2024-01-02,2024-01-04}'::date[], '{3600,10800}'::float8[])$$, 'nights with stages');
select results_eq(
    $$select * from health_code.day_figures(2, 'Bea', 'stepCount', 'UTC', '2024-01-01', '2024-01-05', null)$$,
    $$values ('count', 'sum', null::date[], null::float8[])$$, 'no days');
select throws_ok(
    $$select * from health_code.day_figures(1, 'Ada', 'sleepAnalysis', 'UTC', null, '2024-01-05', null)$$, '22023',
    'nights are on the person''s own clock, in seconds', 'nights on another clock');
