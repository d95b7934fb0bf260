select plan(6);

select is(
    health_code.json_time('"2024-02-29T23:00:00.25+01:00"'), '2024-02-29 22:00:00.25+00'::timestamptz,
    'a time of RFC 3339 with an offset');
set local time zone 'Asia/Tokyo';
select is(
    health_code.json_time('"2024-02-29T22:00:00Z"'), '2024-02-29 22:00:00+00'::timestamptz,
    'independent of the session''s time zone');
select is(health_code.json_time('"2024-02-29T22:00:00"'), null, 'null without an offset');
select is(health_code.json_time('"2023-02-29T22:00:00Z"'), null, 'null for a day that does not exist');
select is(health_code.json_time('12'), null, 'null for a number');
select is(
    health_code.json_time('"2024-02-29 23:00:00 +0100"'), '2024-02-29 22:00:00+00'::timestamptz, 'the date format of an export');
