\ir include/workouts.sql
select plan(8);

select pg_temp.work_out('10:00', '11:00', events => '[{"type": "pause", "startDate": "2024-01-01T10:20:00Z"},
    {"type": "resume", "startDate": "2024-01-01T10:25:00Z"}]')
\g /dev/null
create function pg_temp.zones(bounds double precision[] default null) returns table (
    zone integer, lower_bound double precision, minutes double precision, measured double precision, unmeasured double precision,
    maximum_heart_rate double precision, age integer)
language sql as $$
    select zone, lower_bound, seconds / 60, measured_seconds / 60, unmeasured_seconds / 60, maximum_heart_rate, age
    from health_code.heart_rate_zones(1, pg_temp.instant('10:00'), pg_temp.instant('10:01'), bounds)
$$;
select results_eq(
    'select * from pg_temp.zones()', 'values (0, null::float8, 0::float8, 0::float8, 55::float8, null::float8, null::integer)',
    'one zone without a heart rate and without an age');
-- Points with gaps of 5 and 25 minutes; the last one stands across the end.
call pg_temp.measure('heartRate', 2, 1.5, '10:00');
call pg_temp.measure('heartRate', 2, 2, '10:05');
call pg_temp.measure('heartRate', 2, 2.5, '10:18');
call pg_temp.measure('heartRate', 2, 3, '10:30');
call pg_temp.measure('heartRate', 2, 1.5, '10:55');
select results_eq(
    $$select zone, minutes, measured, unmeasured from pg_temp.zones('{100,140,170}')$$,
    'values (0, 10::float8, 35::float8, 20::float8), (1, 10, 35, 20), (2, 5, 35, 20), (3, 10, 35, 20)',
    'a value holds until the next, for ten minutes at most and not in pauses, and the rest is said');
select results_eq(
    'select lower_bound, maximum_heart_rate, age from pg_temp.zones()',
    'values (null::float8, 180::float8, null::integer), (90, 180, null), (108, 180, null), (126, 180, null), (144, 180, null), (162, 180, null)',
    'without bounds and a date of birth, the zones are those of the greatest heart rate');
insert into health.export_element (person_id, uuid, name, key, exported_at, element, change_position)
values (1, gen_random_uuid(), 'Me', '', now(),
    '{"name": "Me", "attributes": {"HKCharacteristicTypeIdentifierDateOfBirth": "1984-01-01"}}', 1);
select results_eq(
    'select lower_bound, minutes, maximum_heart_rate, age from pg_temp.zones()',
    'values (null::float8, 0::float8, 180::float8, 40::integer), (90, 10, 180, 40), (108, 10, 180, 40), (126, 0, 180, 40), (144, 5, 180, 40), (162, 10, 180, 40)',
    'with one, they are those of the age; a value that equals a bound is above it');
update health.export_element set element = '{"attributes": {"HKCharacteristicTypeIdentifierDateOfBirth": "1984-01-02"}}';
select results_eq('select distinct age, maximum_heart_rate from pg_temp.zones()', 'values (39, 181::float8)', 'the day before the birthday');
update health.export_element set element = '{"attributes": {"HKCharacteristicTypeIdentifierDateOfBirth": "2025-99-99"}}';
select results_eq('select distinct age, maximum_heart_rate from pg_temp.zones()', 'values (null::integer, 180::float8)', 'no age before the birth');
select results_eq($$select distinct age, maximum_heart_rate from pg_temp.zones('{100}')$$, 'values (null::integer, null::float8)', 'given bounds have no basis');
select results_eq(
    $$select upper_bound from health_code.heart_rate_zones(1, null, null, null, 'count/s') where zone = 1$$, 'values (1.8::float8)',
    'default bounds are in the unit, too');
