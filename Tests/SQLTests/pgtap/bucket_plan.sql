set local timezone = 'UTC';
select plan(3);

select is(
    health_code.bucket_plan(
        null, 'day', 'Europe/Berlin', timestamptz '2024-03-30 12:00Z', timestamptz '2024-03-31 22:00Z', timestamp '2024-01-01 02:30'),
    array[timestamptz '2024-03-30 01:30Z', '2024-03-31 01:00Z', '2024-04-01 00:30Z'],
    'edges of buckets between instants; a wall clock that does not exist is the instant of the transition');
select is(
    health_code.bucket_plan(null, 'day', 'Pacific/Apia', timestamptz '2011-12-29 12:00Z', timestamptz '2011-12-31 12:00Z'),
    array[timestamptz '2011-12-29 10:00Z', '2011-12-30 10:00Z', '2011-12-31 10:00Z', '2012-01-01 10:00Z'],
    'a day that the clock skips has one edge');
select throws_ok(
    $$select health_code.bucket_plan(null, 'day', 'UTC', timestamptz '2024-01-01 00:00Z', null)$$, '22023',
    'from_time and to_time must be finite times', 'no end');
