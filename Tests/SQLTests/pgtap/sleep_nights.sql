begin;
\ir include/people.sql

create function pg_temp.add_sleep(value integer, start_time timestamptz, end_time timestamptz) returns void
language sql as $$
    insert into health.sample_extent (person_id, sample_type_id, longest_duration)
    select 1, sample_type_id, '1 day' from health.sample_type where identifier = 'HKCategoryTypeIdentifierSleepAnalysis'
    on conflict do nothing;
    insert into health.sample (
        person_id, sample_type_id, uuid, start_time, end_time, category_value, source_revision_id, change_position)
    select 1, sample_type_id, gen_random_uuid(), add_sleep.start_time, add_sleep.end_time, value, 1, 1
    from health.sample_type
    where identifier = 'HKCategoryTypeIdentifierSleepAnalysis'
$$;
select plan(6);

-- Stage values: 1 unspecified, 2 awake, 3 core, 4 deep, 5 REM; 0 in bed.
select pg_temp.add_sleep(0, '2024-05-01 21:30Z', '2024-05-02 05:30Z');
select pg_temp.add_sleep(3, '2024-05-01 22:00Z', '2024-05-02 02:00Z');
select pg_temp.add_sleep(5, '2024-05-02 01:00Z', '2024-05-02 05:00Z');
select pg_temp.add_sleep(1, '2024-05-02 13:00Z', '2024-05-02 14:00Z');

select results_eq(
    $$select date, start_time, end_time, asleep, main_start_time, main_end_time, core, rem, in_bed, nap_count
    from health_code.sleep_nights('Ada', 'UTC', '2024-05-02', '2024-05-03')$$,
    $$values (date '2024-05-02', timestamptz '2024-05-01 18:00Z', timestamptz '2024-05-02 18:00Z', 8 * 3600::double precision,
        timestamptz '2024-05-01 21:30Z', timestamptz '2024-05-02 05:30Z', 3 * 3600::double precision,
        4 * 3600::double precision, 8 * 3600::double precision, 1)$$,
    'no hour of a night counts twice, and what is slept in the afternoon is a nap');
select results_eq(
    $$select date, asleep, source_ids from health_code.sleep_nights('Ada', 'UTC', '2024-05-03', '2024-05-04')$$,
    $$values (date '2024-05-03', null::double precision, '{}'::integer[])$$,
    'a night with nothing is a row of nulls');
select is(
    (select date from health_code.sleep_nights(
        'Ada', 'UTC', '2024-04-30', '2024-05-03', attribution => 'startDay') where main_asleep is not null),
    date '2024-05-01', 'by its start the night has another date');
select is(
    (select start_time from health_code.sleep_nights('Ada', 'Europe/Berlin', '2024-05-02', '2024-05-03')),
    timestamptz '2024-05-01 16:00Z', 'nights begin on the clock of the zone');
select throws_ok(
    $$select * from health_code.sleep_nights('Nobody', 'UTC', '2024-05-02', '2024-05-03')$$,
    'P0002', 'there is no person named "Nobody"', 'who is not here has no nights');
select throws_ok(
    $$select * from health_code.sleep_nights('Ada', 'UTC', '2024-05-02', '2024-05-02')$$,
    '22023', 'to_date must be later than from_date', 'an empty range is a mistake');

select * from finish();
rollback;
