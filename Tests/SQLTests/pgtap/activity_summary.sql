\ir include/people.sql
select plan(3);

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

insert into health.export_element (person_id, uuid, name, element, change_position, key)
select 1, gen_random_uuid(), 'ActivitySummary', element, 1, '2024-05-0' || number
from unnest(array[
    '{"attributes": {"activeEnergyBurned": "100.5", "activeEnergyBurnedGoal": "500", "activeEnergyBurnedUnit": "kcal",
        "appleMoveTime": "3"}}',
    '{"attributes": {"activeEnergyBurned": "100.5", "activeEnergyBurnedUnit": "Cal", "appleMoveMinutes": "4"}}',
    '{"attributes": {"activeEnergyBurned": "7", "activeEnergyBurnedUnit": "florps", "appleStandHours": "1e999"}}',
    '{"attributes": {"activeEnergyBurned": "340", "appleExerciseTime": "35", "appleExerciseTimeGoal": "x"}}',
    '[]']::jsonb[]) with ordinality day (element, number);
select results_eq(
    'select date, active_energy_burned, active_energy_burned_goal, apple_move_time, apple_exercise_time, apple_exercise_time_goal,
        apple_stand_hours
    from health.activity_summary order by date',
    $$values
        ('2024-05-01'::date, 100.5::float8, 500::float8, 3::float8, null::float8, null::float8, null::float8),
        ('2024-05-02', 100.5, null, 4, null, null, null), ('2024-05-03', null, null, null, null, null, null),
        ('2024-05-04', 340, null, null, 35, null, null), ('2024-05-05', null, null, null, null, null, null)$$,
    'energy is in kilocalories in each unit of exports; what is no number or has another unit is null');
