set local timezone = 'Asia/Tokyo';
select plan(9);

insert into health.person (person_id, name) overriding system value values (1, 'Ada');
insert into health.time_zone_report (person_id, origin, start_time, time_zone)
values (1, 'client', '2024-01-01 00:00+00', 'Pacific/Honolulu');

select is(
    health_code.given_time(null, 'Europe/Berlin', 'from_time', '2024-05-01'), timestamptz '2024-04-30 22:00Z',
    'a date begins in the given zone');
select is(
    health_code.given_time(null, 'Europe/Berlin', 'from_time', '2024-03-31 02:30'), timestamptz '2024-03-31 01:00Z',
    'a wall clock that does not exist is the instant of the transition');
select is(
    health_code.given_time(1, 'person', 'from_time', '2024-05-01'), timestamptz '2024-05-01 10:00Z', 'on the person''s own clock');
select is(
    health_code.given_time(null, null, 'from_time', '2024-05-01T10:00:00+02:00'), timestamptz '2024-05-01 08:00Z',
    'with an offset no zone is needed');
select is(
    health_code.given_time(1, null, 'from_time', '2024-05-01'), timestamptz '2024-05-01 10:00Z', 'and without a zone');
select throws_ok(
    $$select health_code.given_time(null, 'UTC', 'to_time', 'tomorrow')$$, '22023',
    'to_time must be a time such as 2024-05-01T10:00:00Z or 2024-05-01T10:00:00+02:00, or a local date', 'a text that is not a time');
select is(health_code.given_time(null, 'UTC', 'to_time', null), null, 'null for null');
select throws_ok(
    $$select health_code.given_time(null, 'Europe/Berlin', 'to_time', '2100-01-01')$$, '22023',
    'the offsets of time zone "Europe/Berlin" are not known from 2100-01-01 on', 'offsets are known until 2099');
select is(
    health_code.given_time(null, 'Asia/Tokyo', 'to_time', '2100-01-01'), timestamptz '2099-12-31 15:00Z',
    'a clock that never changes is known without limit');
