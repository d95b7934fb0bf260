\ir include/measured.sql
select plan(4);

call pg_temp.measure('stepCount', 1, 1, '10:00', '10:30');
create function pg_temp.given(since text, until text) returns table (from_time timestamptz, to_time timestamptz)
language sql as $$
    select * from health_code.given_range(1, pg_temp.type_id('stepCount'), 'Asia/Tokyo', since, until)
$$;
select results_eq(
    $$select * from pg_temp.given('2024-01-01', '2024-01-02')$$,
    $$values (timestamptz '2023-12-31 15:00Z', timestamptz '2024-01-01 15:00Z')$$, 'the given times, on the clock of the zone');
select results_eq(
    'select * from pg_temp.given(null, null)',
    $$select * from health_code.sample_range(1, pg_temp.type_id('stepCount'))$$, 'those of the samples, if none is given');
select results_eq(
    $$select * from pg_temp.given('2024-01-03', null)$$, 'values (null::timestamptz, null::timestamptz)', 'nulls after the last sample');
select throws_ok(
    $$select * from pg_temp.given('2024-01-02', '2024-01-02')$$, '22023', 'to_time must be later than from_time', 'an empty range');
