\ir include/people.sql
select plan(5);

select pg_temp.add_sample('HKQuantityTypeIdentifierDistanceWalkingRunning', metadata => '{"a": 1}', quantity => 1500) as walk
\gset
select results_eq(
    $$select person, uuid, type, quantity, unit, sent_quantity, source, source_version, device, metadata, count
    from health.quantity_sample$$,
    format(
        $$values ('Ada', %L::uuid, 'distanceWalkingRunning', 1.5::float8, 'km', 1500::float8, 'Watch', '10.1', 'Apple Watch',
            '{"a": 1}'::jsonb, null::integer)$$, :'walk'),
    'a quantity with readable names');
select pg_temp.add_sample('HKCategoryTypeIdentifierSleepAnalysis', category_value => 3) as sleep
\gset
select is((select count(*) from health.quantity_sample), 1::bigint, 'no other kinds of samples');
update health.sample set quantity = null where uuid = :'walk';
insert into health.quantity_series (person_id, uuid, count, quantity, digest) values (1, :'walk', 2, 1600, '\x00');
select results_eq(
    'select quantity, count from health.quantity_sample', 'values (1.6::float8, 2)', 'a series shows its summary');

insert into health.preferred_unit (person_id, sample_type_id, unit_string, factor, shift)
select 1, sample_type_id, 'm', 1, 0 from health.sample_type where short_name = 'distanceWalkingRunning';
select results_eq('select quantity, unit from health.quantity_sample', $$values (1600::float8, 'm')$$, 'in the unit that the person chose');

select pg_temp.add_sample('HKQuantityTypeIdentifierHeartRate', quantity => rate::float8 / 60)
from unnest(array[31, 62, 123, 124, 125]) rate
\gset
select results_eq(
    $$select quantity from health.quantity_sample
    where type = 'heartRate' and quantity in (31, 62, 123, 124, 125) order by 1$$,
    'values (31::float8), (62), (123), (124), (125)', 'whole heart rates are whole numbers');
