select plan(6);

insert into health.person (person_id, name) overriding system value values (1, 'Ada');
insert into health.time_zone_report (person_id, origin, start_time, time_zone)
values (1, 'client', '2024-01-01 00:00+00', 'Asia/Tokyo'), (1, 'client', '2024-05-01 03:00+00', 'Pacific/Honolulu');

select is(
    health_code.wall_clock_instant(null, 'Europe/Berlin', '2024-05-01 10:00'), '2024-05-01 08:00+00'::timestamptz, 'an ordinary wall clock');
select is(
    health_code.wall_clock_instant(null, 'Europe/Berlin', '2024-10-27 02:30'), '2024-10-27 00:30+00'::timestamptz,
    'the first of two occurrences');
select is(
    health_code.wall_clock_instant(null, 'Europe/Berlin', '2024-03-31 02:30'), '2024-03-31 01:00+00'::timestamptz,
    'the instant of the transition for one that does not exist');
select is(
    health_code.wall_clock_instant(null, 'Pacific/Apia', '2011-12-30 12:00'), '2011-12-30 10:00+00'::timestamptz,
    'a day that does not exist begins and ends at the same instant');
select is(
    health_code.wall_clock_instant(1, 'person', '2024-05-01 10:00'), '2024-05-01 01:00+00'::timestamptz,
    'before the flight, although the clock shows it again afterwards');
select is(
    health_code.wall_clock_instant(1, 'person', '2024-05-01 12:00:00.000001'), '2024-05-01 22:00:00.000001+00'::timestamptz,
    'after the flight, on the other side of the date line');
