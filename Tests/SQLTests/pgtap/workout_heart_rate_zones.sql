\ir include/workouts.sql
select plan(16);

select pg_temp.work_out('10:00', '11:00') as run
\gset
create function pg_temp.zones(bounds double precision[]) returns table (zone integer, seconds double precision)
language sql as $$
    select zone, seconds from health_code.workout_heart_rate_zones('Ada', bounds, 'UTC', '2024-01-01', '2024-01-02')
$$;
select results_eq(
    $$select zone, lower_bound, upper_bound, seconds, share, measured_seconds, unit
    from health_code.workout_heart_rate_zones('Ada', '{100,150}')$$,
    $$values (0, null::float8, 100::float8, 0::float8, null::float8, 0::float8, 'count/min'), (1, 100, 150, 0, null, 0, 'count/min'),
        (2, 150, null, 0, null, 0, 'count/min')$$, 'every zone has a row, without samples too');
-- A point stands until the next sample of its source, and for ten minutes at most.
call pg_temp.measure('heartRate', 2, 1.5, '09:55');
call pg_temp.measure('heartRate', 2, 2, '10:01');
call pg_temp.measure('heartRate', 2, 2.5, '10:04');
select results_eq(
    $$select * from pg_temp.zones('{100,150}')$$, 'values (0, 60::float8), (1, 180), (2, 600)',
    'a point counts until the next sample, for ten minutes at most; a value that equals a bound is above it');
select is(
    (
        select round((sum(seconds * case zone when 0 then 90 when 1 then 120 else 150 end) / sum(seconds))::numeric, 9)
        from pg_temp.zones('{100,150}')
    ), (select round(average::numeric, 9) from health_code.statistics('Ada', 'heartRate', pg_temp.instant('10:00'), pg_temp.instant('11:00'))),
    'the times are the weights of the average of the API');
-- A source of lower priority decides only where the other has no value.
call pg_temp.measure('heartRate', 1, 1, '10:00', '10:20');
select results_eq(
    $$select * from pg_temp.zones('{100,150}')$$, 'values (0, 420::float8), (1, 180), (2, 600)', 'sources are merged by priority');
-- Of two samples of one source, the one that began later decides.
call pg_temp.measure('heartRate', 2, 3, '10:30', '10:50');
call pg_temp.measure('heartRate', 2, 1, '10:40', '10:45');
call pg_temp.measure('heartRate', 2, 2, '10:40', '10:41');
select results_eq(
    $$select * from pg_temp.zones('{100,150}')$$, 'values (0, 720::float8), (1, 180), (2, 1200)', 'one source has one value at a time');
-- An aggregate counts only where no other sample touches it.
call pg_temp.measure('heartRate', 3, 3, '10:49', '10:59');
select results_eq(
    $$select sum(seconds) from pg_temp.zones('{100,150}')$$, 'values (2100::float8)', 'a touched aggregate does not count');
call pg_temp.measure('heartRate', 3, 3, '10:55', '11:05');
select results_eq(
    $$select seconds from pg_temp.zones('{100,150}') where zone = 2$$, 'values (1500::float8)', 'another aggregate does, in the workout');
delete from health.sample where quantity is not null;
insert into health.sample (person_id, sample_type_id, uuid, start_time, end_time, source_revision_id, change_position)
values (1, pg_temp.type_id('heartRate'), '00000000-0000-0000-0000-000000000001', pg_temp.instant('10:00'), pg_temp.instant('10:20'), 2, 1);
insert into health.series_quantity (person_id, sample_type_id, uuid, start_time, end_time, quantity, source_revision_id, ordinal)
values
    (1, pg_temp.type_id('heartRate'), '00000000-0000-0000-0000-000000000001', pg_temp.instant('10:00'), pg_temp.instant('10:00'), 2, 2, 0),
    (1, pg_temp.type_id('heartRate'), '00000000-0000-0000-0000-000000000001', pg_temp.instant('10:05'), pg_temp.instant('10:20'), 3, 2, 1);
select results_eq(
    $$select * from pg_temp.zones('{100,150}')$$, 'values (0, 0::float8), (1, 300), (2, 900)', 'the quantities of a series count, not the series');
select results_eq(
    $$select zone, lower_bound, seconds, share, unit
    from health_code.workout_heart_rate_zones('Ada', array[2.5], 'UTC', '2024-01-01', '2024-01-02', 'count/s')$$,
    $$values (0, null::float8, 300::float8, 0.25::float8, 'count/s'), (1, 2.5, 900, 0.75, 'count/s')$$, 'bounds are in the unit');
-- In binary floating point, 2.05 a second times 60 is a little less than 123.
update health.series_quantity set quantity = 2.05;
select results_eq(
    $$select * from pg_temp.zones('{123}')$$, 'values (0, 0::float8), (1, 1200)', 'a value on a bound is above it after conversion, too');
select is_empty($$select * from health_code.workout_heart_rate_zones('Ada', '{100}', 'UTC', '2024-01-02')$$, 'no workouts on these days');
select is_empty($$select * from health_code.workout_heart_rate_zones('Bea', '{100}')$$, 'a person without workouts');
select throws_ok(
    format('select * from health_code.workout_heart_rate_zones(%L, %L)', 'Ada', bounds), '22023',
    'bounds must be 1 to 20 heart rates in ascending order', 'wrong bounds ' || bounds)
from unnest(array['{}', '{100,100}', '{100,NULL}', '{{100,120}}']) bounds;
