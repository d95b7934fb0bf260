begin;
\ir include/nights.sql
select plan(5);

select is_empty(
    $$select * from health_code.aggregate_nights(1, '2024-05-01 18:00Z', '2024-05-03 18:00Z')$$,
    'a person without figures has no rows');
select pg_temp.add_night('2024-05-01 23:00Z', '2024-05-02 06:00Z', '{"asleep": 21600, "inBed": 25200, "core": 3600}');
select pg_temp.add_night('2024-05-02 23:00Z', '2024-05-03 06:00Z', '{"core": 3600}');
select pg_temp.add_night('2024-05-02 23:00Z', '2024-05-03 06:00Z', '{"asleep": -1}');
select pg_temp.add_night('2024-05-02 23:00Z', '2024-05-03 06:00Z', '{"asleep": "7"}');
select pg_temp.add_night('2024-05-02 23:00Z', '2024-05-03 06:00Z', '[]');
select pg_temp.add_night('2024-05-02 00:00Z', '2024-05-03 00:01Z', '{"asleep": 3600}');
select results_eq(
    $$select start_time, end_time, source_id, asleep, in_bed, unspecified, core, awake
    from health_code.aggregate_nights(1, '2024-05-01 18:00Z', '2024-05-03 18:00Z')$$,
    $$values (timestamptz '2024-05-01 23:00Z', timestamptz '2024-05-02 06:00Z', 9, 21600::double precision,
        25200::double precision, null::double precision, 3600::double precision, null::double precision)$$,
    'figures as sent; a night without sleep and time in bed, with a negative figure or longer than a day is left out');
select is(
    (select count(*) from health_code.aggregate_nights(1, '2024-05-02 06:00Z', '2024-05-03 18:00Z')), 0::bigint,
    'a night that ends at from_time is left out');
select is(
    (select count(*) from health_code.aggregate_nights(1, '2024-05-01 06:00Z', '2024-05-02 06:00Z')), 1::bigint,
    'a night that ends at to_time is included');
select is_empty(
    $$select * from health_code.aggregate_nights(2, '2024-05-01 18:00Z', '2024-05-03 18:00Z')$$,
    'another person has no rows');

select * from finish();
rollback;
