set local timezone = 'UTC';
select plan(5);

insert into health.person (person_id, name) overriding system value values (1, 'Ada'), (2, 'Bea');
insert into health.source (person_id, source_id, name, was_user_entered, source_class) values (1, 1, 'Watch', false, 'watch');
insert into health.source_kind
select person_id, source_id, was_user_entered, source_class, 'Source ' || source_id from health.source on conflict do nothing;
insert into health.source_revision (person_id, source_revision_id, source_id, version) values (1, 1, 1, '10.1');
insert into health.sample (
    person_id, sample_type_id, uuid, start_time, end_time, quantity, source_revision_id, creation_time, change_position)
select
    1, sample_type_id, gen_random_uuid(), day, day + interval '1 hour', 1, 1, day + interval '2 hours', extract(day from day)
from health.sample_type, generate_series(timestamptz '2024-01-01 00:00+00', '2024-01-03 00:00+00', '1 day') day
where short_name in ('stepCount', 'heartRate') and (short_name = 'stepCount' or day < '2024-01-02');
insert into health.sample_extent (person_id, sample_type_id, longest_duration)
select 1, sample_type_id, '1 hour' from health.sample_type where short_name in ('stepCount', 'heartRate', 'activeEnergyBurned');

-- What begins in the future says nothing about the present.
insert into health.sample (person_id, sample_type_id, uuid, start_time, end_time, quantity, source_revision_id, change_position)
select 1, sample_type_id, gen_random_uuid(), now() + interval '1 minute', now() + interval '1 hour', 1, 1, 4
from health.sample_type
where short_name in ('stepCount', 'activeEnergyBurned');

select results_eq(
    $$select person, type, kind, count, first_start_time, latest_start_time, latest_end_time, latest_creation_time, latest_source
    from health.freshness order by type$$,
    $$values
        ('Ada', 'heartRate', 'quantity', 1::bigint, '2024-01-01 00:00+00'::timestamptz, '2024-01-01 00:00+00'::timestamptz,
            '2024-01-01 01:00+00'::timestamptz, '2024-01-01 02:00+00'::timestamptz, 'Watch'),
        ('Ada', 'stepCount', 'quantity', 3, '2024-01-01 00:00+00', '2024-01-03 00:00+00', '2024-01-03 01:00+00',
            '2024-01-03 02:00+00', 'Watch')$$,
    'the first and the latest sample of each type with samples');
select is(
    (select age from health.freshness where type = 'stepCount'), now() - '2024-01-03 01:00+00', 'time since the end of the latest sample');
insert into health.sample (person_id, sample_type_id, uuid, start_time, end_time, quantity, source_revision_id, change_position)
select 1, sample_type_id, gen_random_uuid(), now() - age, '2999-01-01', 1, 1, 5
from health.sample_type
join (values ('bodyMass', interval '47 hours'), ('height', '49 hours')) sent (name, age) on short_name = name;
insert into health.sample_extent (person_id, sample_type_id, longest_duration)
select 1, sample_type_id, '1000 years' from health.sample_type where short_name in ('bodyMass', 'height');
select results_eq(
    $$select type, is_silent from health.freshness order by type$$,
    $$values ('bodyMass', false), ('heartRate', true), ('height', true), ('stepCount', true)$$,
    'a type is silent after two days, and a sample that ends in the future does not hide the present');
select is_empty('select * from health.freshness where person_id = 2', 'a person without samples has no row');

insert into health.sample (person_id, sample_type_id, uuid, start_time, end_time, quantity, source_revision_id, change_position)
select 1, sample_type_id, gen_random_uuid(), '2024-01-03 00:00+00', '2024-01-03 00:00+00'::timestamptz + hours * interval '1 hour', 1, 1, 4
from health.sample_type, unnest(array[3, 2]) hours
where short_name = 'stepCount';
select is(
    (select latest_end_time from health.freshness where type = 'stepCount'), '2024-01-03 03:00+00',
    'of samples that start together, the one that ends last');
