select plan(3);

insert into health.person (person_id, name) overriding system value values (1, 'Ada');
insert into health.sample_time_zone (person_id, time_zone, start_time, uuid)
values
    (1, 'Europe/Paris', '2024-01-01 00:00+00', gen_random_uuid()),
    (1, 'Europe/Paris', '2024-01-02 00:00+00', gen_random_uuid()),
    (1, 'America/Lima', '2024-01-03 00:00+00', gen_random_uuid()),
    (1, 'No/Zone', '2024-01-04 00:00+00', gen_random_uuid());
insert into health.time_zone_report (person_id, origin, start_time, time_zone)
values (1, 'client', '2024-01-03 00:00+00', 'Asia/Tokyo');

select results_eq(
    $$select * from health_code.time_zone_runs(1, array['Europe/Paris', 'Asia/Tokyo', 'America/Lima'], 10)$$,
    $$values
        ('2024-01-01 00:00+00'::timestamptz, 'Europe/Paris', 'metadata'),
        ('2024-01-03 00:00+00', 'Asia/Tokyo', 'client')$$,
    'a run begins when the zone changes, and a report takes precedence over metadata, whose name sorts first');
select results_eq(
    $$select time_zone from health_code.time_zone_runs(1, array['Europe/Paris', 'America/Lima'], 10)$$,
    $$values ('Europe/Paris'), ('America/Lima')$$,
    'names that are not in zones are ignored');
select is(
    (select count(*) from health_code.time_zone_runs(1, array['Europe/Paris', 'Asia/Tokyo'], 1)), 1::bigint,
    'at most runs_max rows');
