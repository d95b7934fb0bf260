begin;
\ir include/people.sql
select plan(3);

create function pg_temp.add_sleep(start_time timestamptz) returns void language plpgsql as $$
#variable_conflict use_column
begin
    insert into health.sample (person_id, sample_type_id, uuid, start_time, end_time, category_value, source_revision_id, change_position)
    select 1, sample_type_id, gen_random_uuid(), add_sleep.start_time, add_sleep.start_time + interval '1 hour', 3, 1, 1
    from health.sample_type
    where identifier = 'HKCategoryTypeIdentifierSleepAnalysis';
end
$$;
select is(health_code.recorded_sleep(1), row (null::timestamptz, null::timestamptz), 'nulls without records');
insert into health.sample_extent (person_id, sample_type_id, longest_duration)
select 1, sample_type_id, '3 hours' from health.sample_type where identifier = 'HKCategoryTypeIdentifierSleepAnalysis';
select pg_temp.add_sleep('2024-01-02 22:00+00'), pg_temp.add_sleep('2024-01-05 22:00+00');
select is(
    health_code.recorded_sleep(1), row ('2024-01-02 22:00+00'::timestamptz, '2024-01-06 01:00+00'::timestamptz),
    'from the first record to the latest possible end of the last');
select pg_temp.add_sleep('1601-01-01 00:00+00'), pg_temp.add_sleep('2300-01-01 00:00+00');
select is(
    health_code.recorded_sleep(1), row ('1900-01-01 00:00+00'::timestamptz, '2099-12-01 00:00+00'::timestamptz),
    'not in other centuries');

select * from finish();
rollback;
