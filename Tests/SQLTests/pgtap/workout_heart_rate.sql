\ir include/workouts.sql
select plan(1);

select pg_temp.work_out('10:00', '11:00') as run, pg_temp.work_out('12:00', '13:00') as walk
\gset
call pg_temp.measure('heartRate', 2, 2, '09:59', '10:30');
call pg_temp.measure('heartRate', 2, 3, '10:30', '11:30');
select results_eq(
    'select person, uuid, activity, start_time, end_time, count, average, minimum, maximum, sources, unit
    from health.workout_heart_rate order by start_time',
    format(
        $$values ('Ada', %L::uuid, 'running', pg_temp.instant('10:00'), pg_temp.instant('11:00'), 2::bigint, 150::float8, 120::float8,
                180::float8, '{2}'::integer[], 'count/min'),
            ('Ada', %L, 'running', pg_temp.instant('12:00'), pg_temp.instant('13:00'), 0, null, null, null, '{}', 'count/min')$$,
        :'run', :'walk'),
    'a row for each workout, with the heart rate between its start and its end');
