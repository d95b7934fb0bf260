set local timezone = 'Asia/Tokyo';
set local datestyle = 'German, DMY';
select plan(6);

select is(health_code.time_text(date '2024-05-01'), '2024-05-01', 'a date');
select is(health_code.time_text(timestamp '2024-05-01 10:00:00.5'), '2024-05-01T10:00:00.500000', 'a wall clock');
select is(health_code.time_text(timestamptz '2024-05-01 10:00:00Z'), '2024-05-01T10:00:00.000000Z', 'an instant, in UTC');
select is(health_code.time_text('2024-05-01'::text), '2024-05-01', 'a text unchanged');
select is(health_code.time_text(timestamptz 'infinity'), 'infinity', 'null for a text that is not a time');
select is(health_code.time_text(null::date), null, 'null for null');
