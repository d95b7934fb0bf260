begin;
\ir include/nights.sql

create function pg_temp.add_sleep(value integer, start_time timestamptz, end_time timestamptz) returns void
language plpgsql as $$
#variable_conflict use_column
begin
    insert into health.sample_extent (person_id, sample_type_id, longest_duration)
    select 1, sample_type_id, '1 day' from health.sample_type where identifier = 'HKCategoryTypeIdentifierSleepAnalysis'
    on conflict do nothing;
    insert into health.sample (
        person_id, sample_type_id, uuid, start_time, end_time, category_value, source_revision_id, change_position)
    select 1, sample_type_id, gen_random_uuid(), add_sleep.start_time, add_sleep.end_time, value, 1, 1
    from health.sample_type
    where identifier = 'HKCategoryTypeIdentifierSleepAnalysis';
end
$$;
select plan(3);

select is_empty('select * from health.sleep_night', 'a person without sleep has no nights');
select pg_temp.add_sleep(3, '2024-05-01 22:00Z', '2024-05-02 02:00Z');
select results_eq(
    'select person, date, asleep from health.sleep_night',
    $$values ('Ada', date '2024-05-02', 4 * 3600::double precision)$$, 'a night with records is listed');
select pg_temp.add_night('2024-06-01 23:00Z', '2024-06-02 06:00Z', '{"asleep": 21600}');
select results_eq(
    'select date, asleep, is_aggregate from health.sleep_night order by date',
    $$values (date '2024-05-02', 4 * 3600::double precision, false), (date '2024-06-02', 6 * 3600::double precision, true)$$,
    'a night with only an app''s figures is listed, also after the last sample');

select * from finish();
rollback;
