begin;
select plan(2);

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
where short_name = 'stepCount';
insert into health.sample_extent (person_id, sample_type_id, longest_duration)
select person_id, sample_type_id, '1 hour' from health.sample_type, (values (1), (2)) as person (person_id)
where short_name = 'stepCount';
insert into health.time_zone_report (person_id, origin, start_time, time_zone) values (1, 'client', '2024-01-01 00:00+00', 'Asia/Tokyo');

select results_eq(
    $$select person, date, start_time, steps from health.daily_steps order by person, date$$,
    $$values
        ('Ada', '2024-01-02'::date, '2024-01-01 15:00+00'::timestamptz, 10::float8),
        ('Ada', '2024-01-04', '2024-01-03 15:00+00', 20),
        ('Bea', '2024-01-01', '2024-01-01 00:00+00', 10),
        ('Bea', '2024-01-03', '2024-01-03 00:00+00', 20)$$,
    'the days with measurements, on each person''s own clock');
select is((select count(*) from health.daily_steps where person = 'Ada'), 2::bigint, 'the days of one person');

select * from finish();
rollback;
