-- The people of people.sql, each with three hours of the quantity type :type, of which two are on one
-- day, and Ada in Tokyo: \set type stepCount, \ir include/days.sql
\ir people.sql

insert into health.sample (
    person_id, sample_type_id, uuid, start_time, end_time, quantity, source_revision_id, change_position)
select person_id, sample_type_id, gen_random_uuid(), start_time, start_time + interval '1 hour', 10, 1, 1
from health.sample_type,
    (values (1), (2)) as person (person_id),
    (values (timestamptz '2024-01-01 15:30+00'), ('2024-01-03 16:00+00'), ('2024-01-03 17:00+00')) as began (start_time)
where short_name = :'type';
insert into health.sample_extent (person_id, sample_type_id, longest_duration)
select person_id, sample_type_id, '1 hour' from health.sample_type, (values (1), (2)) as person (person_id)
where short_name = :'type';
-- Figures come from samples.
insert into health.mark (person_id, sample_type_id, from_time, to_time)
select person_id, sample_type_id, '0001-01-01 00:00+00', '9999-01-01 00:00+00' from health.sample_extent;
insert into health.time_zone_report (person_id, origin, start_time, time_zone) values (1, 'client', '2024-01-01 00:00+00', 'Asia/Tokyo');
