\ir include/workouts.sql
select plan(5);

select pg_temp.work_out('10:00', '11:00') as first, pg_temp.work_out('09:00', '12:00', 13) as second
\gset
select results_eq(
    'select uuid, activity, start_time, end_time, layer from health_code.workout_times(1, null, null)',
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
select pg_temp.work_out('14:00', '15:00', events => '[{"type": "pause", "startDate": "2024-01-01T14:50:00Z"}]')
\g /dev/null
select results_eq(
    'select pauses from health_code.workout_times(1, null, null, with_pauses => true) where pauses <> $${}$$',
    $$values (tstzmultirange(tstzrange(pg_temp.instant('14:50'), pg_temp.instant('15:00'))))$$, 'with_pauses says the pauses');
