set local timezone = 'UTC';
select plan(18);

insert into health.person (person_id, name) overriding system value values (1, 'Ada');
insert into health.time_zone_report (person_id, origin, start_time, time_zone)
values (1, 'client', '2024-01-01 00:00+00', 'Asia/Tokyo'), (1, 'client', '2024-05-01 03:00+00', 'Pacific/Honolulu');

create function pg_temp.hours("interval" text, time_zone text, from_time timestamptz, to_time timestamptz)
returns numeric[]
language sql as $$
    select array_agg((extract(epoch from end_time - start_time) / 3600)::numeric(8) order by start_time)
    from health_code.bucket_edges(1, "interval", time_zone, from_time, to_time)
$$;

select results_eq(
    $$select * from health_code.bucket_edges(null, 'day', 'Europe/Berlin', '2024-03-30 12:00+00', '2024-03-31 22:00+00')$$,
    $$values
        ('2024-03-29 23:00+00'::timestamptz, '2024-03-30 23:00+00'::timestamptz),
        ('2024-03-30 23:00+00', '2024-03-31 22:00+00')$$,
    'days are whole, and shorter when clocks go forward');
select results_eq(
    $$select * from health_code.bucket_edges(
        null, 'day', 'Europe/Berlin', '2024-10-27 01:30+00', '2024-10-27 02:30+00', day_start => '03:00')$$,
    $$values
        ('2024-10-26 01:00+00'::timestamptz, '2024-10-27 02:00+00'::timestamptz),
        ('2024-10-27 02:00+00', '2024-10-28 02:00+00')$$,
    'a wall clock after the repeated hour is not reached in the repeated hour');
select is(
    pg_temp.hours('day', 'person', '2024-04-30 00:00+00', '2024-05-03 00:00+00'), array[24, 43, 24]::numeric[],
    'a day is longer for a person who flies west');
select is(
    pg_temp.hours('day', 'Pacific/Apia', '2011-12-29 10:00+00', '2011-12-31 10:00+00'), array[24, 24]::numeric[],
    'the day that Apia skipped has no bucket');
select results_eq(
    $$select start_time from health_code.bucket_edges(null, 'month', 'UTC', '2024-02-01', '2024-04-01', anchor => '2024-01-31')$$,
    $$values ('2024-01-31 00:00+00'::timestamptz), ('2024-02-29 00:00+00'), ('2024-03-31 00:00+00')$$,
    'months are clamped, always from the anchor');
select is(
    (select min(start_time) from health_code.bucket_edges(null, 'week', 'UTC', '2024-05-01', '2024-05-02', first_weekday => 7)),
    '2024-04-28 00:00+00'::timestamptz, 'weeks that begin on Sunday');
select is(
    (select min(start_time) from health_code.bucket_edges(null, 'quarter', 'UTC', '2024-05-01', '2024-05-02', day_start => '04:00')),
    '2024-04-01 04:00+00'::timestamptz, 'quarters that begin at four');
select is(
    (select count(*) from health_code.bucket_edges(null, 'minute', 'UTC', '2024-01-01', '2024-03-10 10:40')), 100000::bigint,
    'the greatest number of buckets');
select throws_ok(
    $$select health_code.bucket_edges(null, 'minute', 'UTC', '2024-01-01', '2024-03-10 10:40:01')$$, '54000',
    'the range would need 100001 buckets; at most 100000 are allowed', 'one bucket more');
select throws_ok(
    $$select health_code.bucket_edges(null, 'day', 'UTC', '2024-01-01', '2024-01-01')$$, '22023',
    'to_time must be later than from_time', 'an empty range');
select throws_ok(
    $$select health_code.bucket_edges(null, '0day', 'UTC', '2024-01-01', '2024-01-02')$$, '22023', null, 'a multiple of 0');
select throws_ok(
    $$select health_code.bucket_edges(null, 'fortnight', 'UTC', '2024-01-01', '2024-01-02')$$, '22023', null, 'an unknown unit');
select throws_ok(
    $$select health_code.bucket_edges(null, 'day', 'UTC', '2024-01-01', '2024-01-02', '2024-01-01', day_start => '04:00')$$, '22023',
    null, 'an anchor excludes day_start');
select throws_ok(
    $$select health_code.bucket_edges(null, 'day', 'Europe/Berlin', '2099-12-01', '2100-12-01')$$, '22023', null,
    'offsets are known until 2099');

set local timezone = 'America/New_York';
select results_eq(
    $$select start_time from health_code.bucket_edges(null, 'day', 'Europe/Berlin', '2024-05-01', '2024-05-02T00:00')$$,
    $$values (timestamptz '2024-04-30 22:00Z')$$, 'texts without an offset are wall clocks of the time zone');
select results_eq(
    $$select start_time from health_code.bucket_edges(
        null, 'day', 'Europe/Berlin', date '2024-05-01', timestamptz '2024-05-01 22:00Z')$$,
    $$values (timestamptz '2024-04-30 22:00Z')$$, 'dates, too, also together with an instant');
select results_eq(
    $$select distinct start_time
    from (
        select * from health_code.bucket_edges(null, 'day', 'Europe/Berlin', date '2024-05-01', '2024-05-02')
        union all select * from health_code.bucket_edges(null, 'day', 'Europe/Berlin', '2024-05-01', date '2024-05-02')
        union all select * from health_code.bucket_edges(null, 'day', 'Europe/Berlin', date '2024-05-01', text '2024-05-02')
    ) bucket$$,
    $$values (timestamptz '2024-04-30 22:00Z')$$, 'and together with a text');
select throws_ok(
    $$select health_code.bucket_edges(null, 'day', 'UTC', '2024-01-01', '')$$, '22023', 'to_time is missing', 'no end');
