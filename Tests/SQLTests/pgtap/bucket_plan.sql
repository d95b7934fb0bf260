begin;
set local timezone = 'UTC';
select plan(2);

select results_eq(
    $$select * from health_code.bucket_plan(
        null, 'day', 'Europe/Berlin', timestamptz '2024-03-30 12:00Z', timestamptz '2024-03-31 22:00Z', timestamp '2024-01-01 02:30')$$,
    $$values
        (timestamptz '2024-03-30 01:30Z', timestamptz '2024-03-31 01:00Z'),
        ('2024-03-31 01:00Z', '2024-04-01 00:30Z')$$,
    'buckets between instants; a wall clock that does not exist is the instant of the transition');
select throws_ok(
    $$select health_code.bucket_plan(null, 'day', 'UTC', timestamptz '2024-01-01 00:00Z', null)$$, '22023',
    'from_time and to_time must be finite times', 'no end');

select * from finish();
rollback;
