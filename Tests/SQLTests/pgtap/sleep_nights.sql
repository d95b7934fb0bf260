begin;
\ir include/nights.sql

create function pg_temp.add_sleep(value integer, start_time timestamptz, end_time timestamptz) returns void
language plpgsql as $$
#variable_conflict use_column
begin
    insert into health.sample_extent (person_id, sample_type_id, longest_duration)
    select 1, sample_type_id, '2 days' from health.sample_type where identifier = 'HKCategoryTypeIdentifierSleepAnalysis'
    on conflict do nothing;
    insert into health.sample (
        person_id, sample_type_id, uuid, start_time, end_time, category_value, source_revision_id, change_position)
    select 1, sample_type_id, gen_random_uuid(), add_sleep.start_time, add_sleep.end_time, value, 1, 1
    from health.sample_type
    where identifier = 'HKCategoryTypeIdentifierSleepAnalysis';
end
$$;
select plan(12);

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
    'no hour of a night counts twice, and sleep in the afternoon is a nap');
select results_eq(
    $$select date, asleep, source_ids from health_code.sleep_nights('Ada', 'UTC', '2024-05-03', '2024-05-04')$$,
    $$values (date '2024-05-03', null::double precision, '{}'::integer[])$$,
    'a night without records is a row of nulls');
select is(
    (select date from health_code.sleep_nights(
        'Ada', 'UTC', '2024-04-30', '2024-05-03', attribution => 'startDay') where main_asleep is not null),
    date '2024-05-01', 'with startDay the night has another date');
select is(
    (select start_time from health_code.sleep_nights('Ada', 'Europe/Berlin', '2024-05-02', '2024-05-03')),
    timestamptz '2024-05-01 16:00Z', 'nights begin on the clock of the zone');
select pg_temp.add_night('2024-05-02 23:00Z', '2024-05-03 06:00Z', '{"asleep": 21600, "inBed": 25200, "awake": 600}');
select pg_temp.add_night('2024-05-01 23:00Z', '2024-05-02 06:00Z', '{"asleep": 21600}');
select results_eq(
    $$select date, asleep, main_start_time, main_asleep, unspecified, awake, in_bed, round(efficiency::numeric, 4), nap_count,
        source_ids, is_aggregate
    from health_code.sleep_nights('Ada', 'UTC', '2024-05-03', '2024-05-04')$$,
    $$values (date '2024-05-03', 21600::double precision, timestamptz '2024-05-02 23:00Z', 21600::double precision,
        null::double precision, 600::double precision, 25200::double precision, 0.8571, 0, array[9], true)$$,
    'without samples the figures of an app count');
select results_eq(
    $$select asleep, is_aggregate from health_code.sleep_nights('Ada', 'UTC', '2024-05-02', '2024-05-03')$$,
    $$values (8 * 3600::double precision, false)$$, 'with samples they do not');
select pg_temp.add_night('2024-05-05 17:30Z', '2024-05-06 06:00Z', '{"asleep": 21600}');
select pg_temp.add_night('2024-05-07 20:00Z', '2024-05-08 18:00Z', '{"asleep": 21600}');
select pg_temp.add_sleep(3, '2024-05-05 16:00Z', '2024-05-05 17:30Z');
select pg_temp.add_sleep(3, '2024-05-08 18:00Z', '2024-05-08 19:00Z');
select results_eq(
    $$select date, asleep from health_code.sleep_nights('Ada', 'UTC', '2024-05-06', '2024-05-09') where is_aggregate$$,
    $$values (date '2024-05-06', 21600::double precision), (date '2024-05-08', 21600)$$,
    'figures count in the night in which they end, also beside samples of other nights that only touch them');
select pg_temp.add_sleep(3, '2024-05-05 16:00Z', '2024-05-05 17:30:00.000001Z');
select results_eq(
    $$select asleep, is_aggregate from health_code.sleep_nights('Ada', 'UTC', '2024-05-06', '2024-05-07')$$,
    $$values (null::double precision, false)$$,
    'they do not with a sample of the day before that reaches into them by a microsecond');
select pg_temp.add_sleep(3, '2024-05-10 22:00Z', '2024-05-12 20:00Z');
select pg_temp.add_sleep(3, '2024-05-13 19:00Z', '2024-05-14 19:00Z');
select results_eq(
    $$select asleep from health_code.sleep_nights('Ada', 'UTC', '2024-05-11', '2024-05-16')$$,
    $$values (20 * 3600::double precision), (24 * 3600), (2 * 3600), (null), (24 * 3600)$$,
    'each night has its part of a session longer than 24 hours, and one of 24 hours is whole');
select pg_temp.add_sleep(3, '2024-05-20 22:00Z', '2024-05-20 23:00Z');
select pg_temp.add_sleep(3, '2024-05-21 00:00Z', '2024-05-21 01:00Z');
select pg_temp.add_sleep(3, '2024-05-21 02:00:00.000001Z', '2024-05-21 03:00Z');
select results_eq(
    $$select main_start_time, main_end_time, nap_count
    from health_code.sleep_nights('Ada', 'UTC', '2024-05-21', '2024-05-22')$$,
    $$values (timestamptz '2024-05-20 22:00Z', timestamptz '2024-05-21 01:00Z', 1)$$,
    'a pause of exactly session_gap joins samples, and one that is a microsecond longer divides them');
select throws_ok(
    $$select * from health_code.sleep_nights('Nobody', 'UTC', '2024-05-02', '2024-05-03')$$,
    'P0002', 'there is no person "Nobody"', 'an unknown person');
select throws_ok(
    $$select * from health_code.sleep_nights('Ada', 'UTC', '2024-05-02', '2024-05-02')$$,
    '22023', 'to_date must be later than from_date', 'an empty range is a mistake');

select * from finish();
rollback;
