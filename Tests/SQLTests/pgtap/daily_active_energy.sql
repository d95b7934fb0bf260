begin;
select plan(3);

insert into health.person (person_id, name) overriding system value values (1, 'Ada'), (2, 'Bea'), (3, 'Cleo');
insert into health.source (person_id, source_id, name, was_user_entered, source_class)
values (1, 1, 'Watch', false, 'watch'), (2, 1, 'Watch', false, 'watch');
insert into health.source_kind
select person_id, source_id, was_user_entered, source_class, 'Source ' || source_id from health.source on conflict do nothing;
insert into health.source_revision (person_id, source_revision_id, source_id, version) values (1, 1, 1, '10.1'), (2, 1, 1, '10.1');
insert into health.sample (
    person_id, sample_type_id, uuid, start_time, end_time, quantity, source_revision_id, change_position)
select person_id, sample_type_id, gen_random_uuid(), start_time, start_time + interval '1 hour', 10, 1, 1
from health.sample_type,
    (values (1), (2)) as person (person_id),
    (values (timestamptz '2024-01-01 15:30+00'), ('2024-01-03 16:00+00'), ('2024-01-03 17:00+00')) as began (start_time)
where short_name = 'activeEnergyBurned';
insert into health.sample_extent (person_id, sample_type_id, longest_duration)
select person_id, sample_type_id, '1 hour' from health.sample_type, (values (1), (2)) as person (person_id)
where short_name = 'activeEnergyBurned';
-- Figures come from samples.
insert into health.mark (person_id, sample_type_id, from_time, to_time)
select person_id, sample_type_id, '0001-01-01 00:00+00', '9999-01-01 00:00+00' from health.sample_extent;
insert into health.time_zone_report (person_id, origin, start_time, time_zone) values (1, 'client', '2024-01-01 00:00+00', 'Asia/Tokyo');

select results_eq(
    $$select person, date, start_time, active_energy, time_zone from health.daily_active_energy order by person, date$$,
    $$values
        ('Ada', '2024-01-02'::date, '2024-01-01 15:00+00'::timestamptz, 10::float8, 'Asia/Tokyo'),
        ('Ada', '2024-01-04', '2024-01-03 15:00+00', 20, 'Asia/Tokyo'),
        ('Bea', '2024-01-01', '2024-01-01 00:00+00', 10, null),
        ('Bea', '2024-01-03', '2024-01-03 00:00+00', 20, null)$$,
    'the days with measurements, on each person''s own clock');
select is((select count(*) from health.daily_active_energy where person = 'Ada'), 2::bigint, 'the days of one person');

-- A row of a day, which says what no sample says, and a mark elsewhere.
delete from health.mark;
insert into health.mark (person_id, sample_type_id, from_time, to_time)
select 1, sample_type_id, '2024-01-03 15:00+00', '2024-01-04 15:00+00' from health.sample_type where short_name = 'activeEnergyBurned';
insert into health.day (
    person_id, sample_type_id, source_id, date, start_time, end_time, count, reaching_count, valueless_count,
    reaching_valueless_count, sum, duration, earliest_start_time, source_ids)
select
    1, sample_type_id, source_id, date '2024-01-02' + day, timestamptz '2024-01-01 15:00+00' + day * interval '1 day',
    timestamptz '2024-01-02 15:00+00' + day * interval '1 day', 1, 0, 0, 0, 77 + day, 60e6, '2024-01-01 15:00+00', '{1}'
from health.sample_type, generate_series(0, 2) day, generate_series(0, 1) source_id
where short_name = 'activeEnergyBurned';
select results_eq(
    $$select date, active_energy from health.daily_active_energy where person = 'Ada' order by date$$,
    $$values (date '2024-01-02', 77::float8), ('2024-01-03', 78), ('2024-01-04', 20)$$,
    'fresh rows of days, and a marked day from samples');

select * from finish();
rollback;
