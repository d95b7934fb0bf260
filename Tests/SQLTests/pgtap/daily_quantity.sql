\ir include/figures.sql
select plan(6);

call pg_temp.measure('heartRate', 2, 2, '10:00', '10:30');
call pg_temp.measure('heartRate', 2, 3, '10:30', '11:00');
call pg_temp.measure('stepCount', 1, 10, '34:00', '34:10');
create view pg_temp.figures as
select person, type, date, count, sum, average, minimum, maximum, duration, most_recent, sources, unit, partial, time_zone
from health.daily_quantity;
select results_eq(
    'select * from pg_temp.figures order by date',
    $$values ('Ada', 'heartRate', date '2024-01-01', 2::bigint, null::float8, 150::float8, 120::float8, 180::float8, 3600::float8,
            180::float8, '{2}'::integer[], 'count/min', false, null::text),
        ('Ada', 'stepCount', '2024-01-02', 1, 10, null, null, null, 600, 10, '{1}', 'count', false, null)$$,
    'the days of every type, computed from samples where marks are');
select is_empty($$select * from health.daily_quantity where person = 'Bea'$$, 'a person without samples');

delete from health.mark;
call pg_temp.add_day('stepCount', '2024-01-01', '00:00', '24:00', 8, 1, 77, 0, '{1,2}');
call pg_temp.add_day('stepCount', '2024-01-01', '00:00', '24:00', 8, 1, 70, 2, '{2}');
call pg_temp.add_day('stepCount', '2024-01-02', '24:00', '47:00', 4, 2, 5);
select results_eq(
    'select * from pg_temp.figures order by date',
    $$values ('Ada', 'stepCount', date '2024-01-01', 8::bigint, 77::float8, null::float8, null::float8, null::float8, 480::float8,
            8::float8, '{2,1}'::integer[], 'count', false, null::text),
        ('Ada', 'stepCount', '2024-01-02', 4, 5, null, null, null, 240, 4, '{1}', 'count', false, null)$$,
    'rows of health.day of all sources, with their sources in order of priority');
call pg_temp.mark('stepCount', '46:00', '46:01');
call pg_temp.add_hour('stepCount', '34:00', 1, 0, 10);
select results_eq(
    'select date, sum from pg_temp.figures order by date', $$values (date '2024-01-01', 77::float8), ('2024-01-02', 10)$$,
    'a stale row is not shown');
insert into health.preferred_unit values (1, pg_temp.type_id('stepCount'), 'k', 0.001, 1);
select results_eq(
    'select sum, most_recent, unit from pg_temp.figures order by date',
    $$values (1.077::float8, 1.008::float8, 'k'), (1.01, 1.001, 'k')$$, 'figures are in the unit that the person chose');
delete from health.mark;
select is(
    (select count(*) from pg_temp.figures where date = '2024-01-02'), 1::bigint, 'each day has one row');
