select plan(6);

insert into health.person (person_id, name) overriding system value values (1, 'Ada'), (2, 'Bea');
insert into health.time_zone_report (person_id, origin, start_time, end_time, time_zone)
values
    (1, 'manual', '2024-01-01 00:00+00', '2024-01-02 00:00+00', 'UTC'),
    (1, 'client', '2024-01-03 00:00+00', null, 'Europe/Paris'),
    (1, 'manual', '2024-01-04 00:00+00', '2024-01-06 00:00+00', 'Asia/Tokyo'),
    (1, 'client', '2024-01-05 00:00+00', null, 'America/Lima'),
    (1, 'manual', '2024-01-06 00:00+00', '2024-01-07 00:00+00', 'UTC'),
    (1, 'manual', '2024-01-07 00:00+00', null, 'No/Zone');
insert into health.sample_time_zone (person_id, time_zone, start_time, uuid)
values (1, 'America/Lima', '2024-01-08 00:00+00', gen_random_uuid());

select results_eq(
    'select * from health_code.time_zone_history(1)',
    $$values
        ('2024-01-01 00:00+00'::timestamptz, 'UTC', 'manual'),
        ('2024-01-03 00:00+00', 'Europe/Paris', 'client'),
        ('2024-01-04 00:00+00', 'Asia/Tokyo', 'manual'),
        ('2024-01-06 00:00+00', 'UTC', 'manual'),
        ('2024-01-07 00:00+00', 'America/Lima', 'client')$$,
    'zones set by hand, also adjacent ones, precede observed ones until their end, and until another is known');
select is_empty('select * from health_code.time_zone_history(2)', 'a person without zones has no rows');
insert into health.sample_time_zone (person_id, time_zone, start_time, uuid)
select 2, case n % 2 when 0 then 'Europe/Paris' else 'Asia/Tokyo' end, timestamptz '2024-01-01' + n * interval '1 minute', gen_random_uuid()
from generate_series(0, 10000) n;
select throws_ok(
    'select health_code.time_zone_history(2)', '54000', 'the person changed the time zone more than 10000 times',
    'more runs than the limit');

insert into health.person (person_id, name) overriding system value values (3, 'Cy');
insert into health.time_zone_report (person_id, origin, start_time, end_time, time_zone)
values
    (3, 'client', '2024-01-01 23:00+00', null, 'GMT+0100'),
    (3, 'client', '2024-01-02 23:00+00', null, 'GMT+0100'),
    (3, 'client', '2024-01-03 05:00+00', null, 'GMT-0330');
select results_eq(
    'select * from health_code.time_zone_history(3)',
    $$values ('2024-01-01 23:00+00'::timestamptz, 'GMT+0100', 'client'), ('2024-01-03 05:00+00', 'GMT-0330', 'client')$$,
    'fixed offsets are zones while no other zone is known');
insert into health.time_zone_report (person_id, origin, start_time, end_time, time_zone)
values (3, 'manual', '2024-01-02 00:00+00', '2024-01-02 12:00+00', 'Asia/Tokyo');
select results_eq(
    'select time_zone from health_code.time_zone_history(3)', $$values ('GMT+0100'), ('Asia/Tokyo'), ('GMT+0100'), ('GMT-0330')$$,
    'an interval set by hand does not replace them');
insert into health.sample_time_zone (person_id, time_zone, start_time, uuid)
values (3, 'Europe/Paris', '2024-02-01 00:00+00', gen_random_uuid()), (3, 'GMT+0530', '2024-03-01 00:00+00', gen_random_uuid());
select results_eq(
    'select time_zone from health_code.time_zone_history(3)', $$values ('Asia/Tokyo'), ('Europe/Paris')$$,
    'an observed zone replaces all of them, also earlier and later ones');
