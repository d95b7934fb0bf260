set local timezone = 'UTC';
select plan(7);

insert into health.person (person_id, name) overriding system value values (1, 'Ada'), (2, 'Bea');
insert into health.time_zone_report (person_id, origin, start_time, end_time, time_zone)
values
    (1, 'client', '2024-01-01 12:00+00', null, 'Europe/Berlin'),
    (1, 'client', '2024-02-01 12:00+00', null, 'Asia/Tokyo'),
    (1, 'client', '2024-02-02 12:00+00', null, 'No/Zone'),
    (1, 'manual', '2024-02-10 00:00+00', '2024-02-12 00:00+00', 'UTC');

select results_eq(
    $$select * from health_code.clock(1, 'Europe/Berlin') where from_time >= '2024-01-01' and until_time < '2025-01-01'$$,
    $$values ('2024-03-31 01:00+00'::timestamptz, '2024-10-27 01:00+00'::timestamptz, 7200, 'Europe/Berlin')$$,
    'the offsets of a zone from change to change');
select results_eq(
    $$select * from health_code.clock(null, 'Etc/GMT+5')$$,
    $$values ('-infinity'::timestamptz, 'infinity'::timestamptz, -18000, 'Etc/GMT+5')$$,
    'a zone that never changes has one piece');
select results_eq(
    $$select greatest(from_time, '2024-01-01'), utc_offset from health_code.clock(1, 'person') where until_time > '2024-01-01'$$,
    $$values
        ('2024-01-01 00:00+00'::timestamptz, 3600),
        ('2024-02-01 12:00+00', 32400),
        ('2024-02-10 00:00+00', 0),
        ('2024-02-12 00:00+00', 32400)$$,
    'a person''s clock: the first zone also holds before its start, unknown names are ignored');
select throws_ok(
    $$select health_code.clock(1, 'Europe/Atlantis')$$, '22023', 'time zone "Europe/Atlantis" is not known',
    'an unknown zone is an error');
select results_eq(
    'select * from health_code.clock(1, null)', $$select * from health_code.clock(1, 'person')$$, 'null is the person''s own clock');
select results_eq(
    'select * from health_code.clock(2, null)', $$values ('-infinity'::timestamptz, 'infinity'::timestamptz, 0, null::text)$$,
    'and UTC, if no zones are known');
select throws_ok(
    $$select health_code.clock(2, 'person')$$, '22023', 'the time zones of the person are not known',
    'a person without zones has no clock');
