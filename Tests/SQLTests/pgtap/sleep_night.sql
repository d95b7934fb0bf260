\ir include/people.sql
select plan(4);

create function pg_temp.add_mark(person_id integer, identifier text, from_time timestamptz, to_time timestamptz)
returns void
language sql as $$
    insert into health.mark (person_id, sample_type_id, from_time, to_time)
    select add_mark.person_id, sample_type_id, add_mark.from_time, add_mark.to_time
    from health.sample_type
    where sample_type.identifier = add_mark.identifier;
$$;

select is_empty('select * from health.sleep_night', 'a person without sleep has no nights');
insert into health.night (
    person_id, sample_type_id, date, start_time, end_time, asleep, session_count, nap_count, source_ids, is_aggregate)
select 1, sample_type_id, '2024-05-02', '2024-05-01 18:00Z', '2024-05-02 18:00Z', 14400, 2, 1, '{1}', false
from health.sample_type
where identifier = 'HKCategoryTypeIdentifierSleepAnalysis';
select results_eq(
    'select person, date, asleep, session_count, nap_count, is_fresh, time_zone from health.sleep_night',
    $$values ('Ada', date '2024-05-02', 14400::double precision, 2, 1, true, null::text)$$,
    'a night has the name of the person, and no zone if none is known');

select pg_temp.add_mark(2, 'HKCategoryTypeIdentifierSleepAnalysis', '2024-05-01 00:00Z', '2024-05-03 00:00Z');
select pg_temp.add_mark(1, 'HKQuantityTypeIdentifierStepCount', '2024-05-01 00:00Z', '2024-05-03 00:00Z');
select pg_temp.add_mark(1, 'HKCategoryTypeIdentifierSleepAnalysis', '2024-04-30 00:00Z', '2024-05-01 18:00Z');
select pg_temp.add_mark(1, 'HKCategoryTypeIdentifierSleepAnalysis', '2024-05-02 18:00Z', '2024-05-04 00:00Z');
select results_eq(
    'select is_fresh from health.sleep_night', array[true],
    'marks of other people and types, before and after the night, leave it fresh');
select pg_temp.add_mark(1, 'HKCategoryTypeIdentifierSleepAnalysis', '2024-05-02 17:59:59.999999Z', '2024-05-04 00:00Z');
select results_eq('select is_fresh from health.sleep_night', array[false], 'a night that a mark overlaps is not fresh');
