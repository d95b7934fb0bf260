begin;
\ir include/people.sql
select plan(2);

insert into health.export_element (person_id, uuid, name, element, change_position, key)
values (
    1, gen_random_uuid(), 'ActivitySummary',
    '{"attributes": {"activeEnergyBurned": "418.4", "activeEnergyBurnedUnit": "kJ", "appleStandHours": "12"}}', 1, '2024-01-01');
select results_eq(
    'select person, date, active_energy_burned::numeric(6, 2), apple_stand_hours, apple_exercise_time from health.activity_summary',
    $$values ('Ada', '2024-01-01'::date, 100.00, 12::float8, null::float8)$$,
    'the rings of a day, in kilocalories');
update health.export_element set key = null;
select is_empty('select * from health.activity_summary', 'rows of an older program without a key are not shown');

select * from finish();
rollback;
