\ir include/workouts.sql
select plan(4);

select pg_temp.work_out('10:00', '11:00') as first, pg_temp.work_out('09:00', '12:00', 13) as second
\gset
select results_eq(
    'select * from health_code.workout_times(1, null, null)',
    format(
        $$values (%L::uuid, 'cycling', pg_temp.instant('09:00'), pg_temp.instant('12:00'), 1),
            (%L, 'running', pg_temp.instant('10:00'), pg_temp.instant('11:00'), 2)$$, :'second', :'first'),
    'all workouts, in the order of their start');
select results_eq(
    $$select uuid from health_code.workout_times(1, pg_temp.instant('10:00'), pg_temp.instant('10:01'))$$,
    format('values (%L::uuid)', :'first'), 'those that begin in the range');
select is_empty($$select * from health_code.workout_times(1, pg_temp.instant('08:00'), pg_temp.instant('09:00'))$$, 'to_time is exclusive');
select pg_temp.work_out('11:00', '13:00'), pg_temp.work_out('12:00', '12:00'), pg_temp.work_out('12:00', '12:30')
\g /dev/null
select results_eq(
    'select layer from health_code.workout_times(1, null, null)', 'values (1), (2), (2), (null), (1)',
    'workouts of a layer do not overlap, and one without a length is in none');
