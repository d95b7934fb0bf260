\ir include/people.sql
select plan(2);

select pg_temp.add_sample('HKCategoryTypeIdentifierHeadache', category_value => 2) as ache
\gset
select sample_type_id as headache from health.sample_type where short_name = 'headache'
\gset
insert into health.sample_extent values (1, :headache, '1 minute');
select is_empty(format('select * from health_code.marked_categories(1, %s)', :headache), 'no day without a mark');
insert into health.mark (person_id, sample_type_id, from_time, to_time)
values (1, :headache, '2024-01-01 00:00:30+00', '2024-01-01 00:00:31+00');
select results_eq(
    format(
        'select date, count, duration, source_ids, category_values, value_counts, value_durations
        from health_code.marked_categories(1, %s)', :headache),
    $$values (date '2024-01-01', 1, 60000000::bigint, '{1}'::integer[], '{2}'::integer[], '{1}'::integer[], '{60000000}'::bigint[])$$,
    'the day of a mark, from samples');
