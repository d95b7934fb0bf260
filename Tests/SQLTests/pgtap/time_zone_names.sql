select plan(2);

insert into health.person (person_id, name) overriding system value values (1, 'Ada'), (2, 'Bea');
insert into health.sample_time_zone (person_id, time_zone, start_time, uuid)
values
    (1, 'Europe/Paris', '2024-01-01 00:00+00', gen_random_uuid()),
    (1, 'Europe/Paris', '2024-01-02 00:00+00', gen_random_uuid()),
    (1, 'Asia/Tokyo', '2024-01-03 00:00+00', gen_random_uuid()),
    (2, 'Europe/Rome', '2024-01-03 00:00+00', gen_random_uuid());
insert into health.time_zone_report (person_id, origin, start_time, time_zone)
values (1, 'client', '2024-01-01 00:00+00', 'America/Lima'), (1, 'manual', '2024-01-01 00:00+00', 'Asia/Kolkata');

select set_eq(
    'select time_zone from health_code.time_zone_names(1)',
    array['Europe/Paris', 'Asia/Tokyo', 'America/Lima'],
    'the names of metadata and of clients, each once, and nobody else''s');
select is_empty('select * from health_code.time_zone_names(3)', 'an unknown person has no rows');
