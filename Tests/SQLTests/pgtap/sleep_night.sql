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
create function pg_temp.add_night(start_time timestamptz, end_time timestamptz, figures jsonb) returns uuid
language sql as $$
    insert into health.sample_type (identifier, short_name, kind, in_catalogue)
    values ('hae:sleep_analysis', 'hae:sleep_analysis', 'other', false) on conflict do nothing;
    insert into health.source (person_id, source_id, name, was_user_entered, source_class)
    values (1, 9, 'App', false, 'aggregate') on conflict do nothing;
    insert into health.source_kind
    select person_id, source_id, was_user_entered, source_class, 'Source ' || source_id from health.source on conflict do nothing;
    insert into health.source_revision (person_id, source_revision_id, source_id) values (1, 9, 9) on conflict do nothing;
    insert into health.sample_extent (person_id, sample_type_id, longest_duration)
    select 1, sample_type_id, '1 day' from health.sample_type where identifier = 'hae:sleep_analysis'
    on conflict do nothing;
    with added as (
        insert into health.sample (
            person_id, sample_type_id, uuid, start_time, end_time, source_revision_id, change_position)
        select 1, sample_type_id, gen_random_uuid(), add_night.start_time, add_night.end_time, 9, 1
        from health.sample_type
        where identifier = 'hae:sleep_analysis'
        returning sample.uuid
    )
    insert into health.sample_detail (person_id, uuid, parts)
    select 1, added.uuid, jsonb_build_object('night', figures) from added returning sample_detail.uuid
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
