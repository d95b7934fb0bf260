\ir include/people.sql
select sample_type_id as steps from health.sample_type where short_name = 'stepCount'
\gset
create function pg_temp.add_steps(start_time timestamptz, length interval) returns void language plpgsql as $$
#variable_conflict use_column
begin
    insert into health.sample (
        person_id, sample_type_id, uuid, start_time, end_time, quantity, source_revision_id, creation_time, change_position)
    select 1, sample_type_id, gen_random_uuid(), add_steps.start_time, add_steps.start_time + length, 1, 1,
        add_steps.start_time + interval '1 day', 1
    from health.sample_type
    where short_name = 'stepCount';
end
$$;
select plan(4);

insert into health.sample_extent (person_id, sample_type_id, longest_duration) values (1, :steps, '1 hour');
select is_empty('select * from health_code.latest_samples(1)', 'a type without samples has no row');
select pg_temp.add_steps(now() + interval '1 minute', '1 hour');
select is_empty('select * from health_code.latest_samples(1)', 'nor has one whose samples begin in the future');
select pg_temp.add_steps('2024-01-01 00:00+00', '1 hour'), pg_temp.add_steps('2024-01-03 00:00+00', '1 hour'),
    pg_temp.add_steps('2024-01-03 00:00+00', '2 hours');
select results_eq(
    $$select sample_type_id, first_start_time, latest_start_time, latest_end_time, latest_creation_time, latest_source
    from health_code.latest_samples(1)$$,
    format(
        $$select %s, '2024-01-01 00:00+00'::timestamptz, '2024-01-03 00:00+00'::timestamptz, '2024-01-03 02:00+00'::timestamptz,
        '2024-01-04 00:00+00'::timestamptz, name from health.source where person_id = 1 and source_id = 1$$, :steps),
    'the first and the latest sample; of those that start together, the one that ends last');
select is_empty('select * from health_code.latest_samples(2)', 'nothing of another person');
