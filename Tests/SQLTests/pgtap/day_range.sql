select plan(7);

insert into health.person (person_id, name) overriding system value values (1, 'Ada'), (2, 'Bea');
insert into health.time_zone_report (person_id, origin, start_time, time_zone) values (1, 'client', '2024-01-01 00:00+00', 'Asia/Tokyo');
select results_eq(
    $$select * from health_code.day_range(1, null, '2024-02-01', '2024-02-02')$$,
    $$values (null::text, timestamptz '2024-01-31 15:00+00', timestamptz '2024-02-01 15:00+00')$$, 'the person''s own clock');
select results_eq(
    $$select * from health_code.day_range(2, null, '2024-02-01', null)$$,
    $$values (null::text, timestamptz '2024-02-01 00:00+00', null::timestamptz)$$, 'UTC, if no zones are known; no end');
select results_eq(
    $$select * from health_code.day_range(1, 'Europe/Berlin', null, '2024-07-01')$$,
    $$values ('Europe/Berlin', null::timestamptz, timestamptz '2024-06-30 22:00+00')$$, 'a given zone; no beginning');
select results_eq(
    $$select * from health_code.day_range(1, 'UTC', null, null)$$, $$values ('UTC', null::timestamptz, null::timestamptz)$$,
    'neither a beginning nor an end');
select throws_ok(
    $$select health_code.day_range(1, 'UTC', '2024-02-01', '2024-02-01')$$, '22023', 'to_date must be later than from_date', 'no days');
select throws_ok(
    $$select health_code.day_range(1, 'UTC', '-infinity', '2024-02-01')$$, '22023', 'from_date and to_date must be dates',
    'a date that is none');
select throws_ok(
    $$select health_code.day_range(1, 'Mars', '2024-02-01', '2024-02-02')$$, '22023', null, 'an unknown zone');
