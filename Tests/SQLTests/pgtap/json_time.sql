begin;
select plan(5);

select is(
    health_code.json_time('"2024-02-29T23:00:00.25+01:00"'), '2024-02-29 22:00:00.25+00'::timestamptz,
    'a time of RFC 3339 is one, with its offset');
set local time zone 'Asia/Tokyo';
select is(
    health_code.json_time('"2024-02-29T22:00:00Z"'), '2024-02-29 22:00:00+00'::timestamptz,
    'the zone of the session changes nothing');
select is(health_code.json_time('"2024-02-29T22:00:00"'), null, 'without an offset nobody knows the time');
select is(health_code.json_time('"2023-02-29T22:00:00Z"'), null, 'a day that the calendar lacks is no time');
select is(health_code.json_time('12'), null, 'a number is no time');

select * from finish();
rollback;
