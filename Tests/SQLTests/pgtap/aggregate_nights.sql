begin;
\ir include/people.sql

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
