set local timezone = 'Asia/Tokyo';
set local datestyle = 'German, DMY';
select plan(19);

create function pg_temp.said(given text) returns text language sql as $$
    select to_char(wall_clock, 'YYYY-MM-DD HH24:MI:SS.US') || coalesce(' ' || extract(epoch from utc_offset)::integer, '')
    from health_code.time_parts(given)
$$;

select is(pg_temp.said('2024-05-01'), '2024-05-01 00:00:00.000000', 'a date');
select is(pg_temp.said('2024-05-01T10:30'), '2024-05-01 10:30:00.000000', 'a wall clock');
select is(pg_temp.said('2024-05-01 10:30:15,1234567'), '2024-05-01 10:30:15.123456', 'digits beyond microseconds are cut off');
select is(pg_temp.said('2024-05-01t23:59:60'), '2024-05-02 00:00:00.000000', 'a leap second');
select is(pg_temp.said('2024-05-01T10:30:15Z'), '2024-05-01 10:30:15.000000 0', 'UTC');
select is(pg_temp.said('2024-05-01T10:30:15.5+05:45'), '2024-05-01 10:30:15.500000 20700', 'an offset');
select is(pg_temp.said('2024-05-01 10:30-0330'), '2024-05-01 10:30:00.000000 -12600', 'an offset without a colon');
select is(pg_temp.said('2024-05-01 10:30:15+02'), '2024-05-01 10:30:15.000000 7200', 'as PostgreSQL prints a timestamptz');
select is(pg_temp.said('2024-02-29'), '2024-02-29 00:00:00.000000', 'a leap day');
select is(pg_temp.said(given), null, 'nothing: ' || coalesce(given, 'null'))
from unnest(array[
    '2023-02-29', '2024-13-01', '2024-05-01T24:00', '2024-05-01T10:60', '2024-05-01Z', '0000-01-01', '01.05.2024', 'now', ' 2024-05-01',
    null]) given;
