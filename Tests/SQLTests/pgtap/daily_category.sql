\ir include/holders.sql
select plan(3);
insert into health.day (
    person_id, sample_type_id, source_id, date, start_time, end_time, count, reaching_count, valueless_count,
    reaching_valueless_count, duration, source_ids, category_values, value_counts, value_reaching_counts, value_durations)
select
    1, sample_type_id, 0, '2024-01-01', '2024-01-01 00:00+00', '2024-01-02 00:00+00', 4, 0, 0, 0, 90e6, '{1,2}',
    '{-1,2,99}', '{1,2,1}', '{0,0,0}', array[0, 60e6, 30e6]::bigint[]
from health.sample_type
where short_name = 'headache';
insert into health.time_zone_report (person_id, origin, start_time, time_zone) values (1, 'client', '2024-01-01', 'Asia/Tokyo');
insert into health.sample_extent select 1, sample_type_id, '0' from health.sample_type where short_name = 'headache';

select results_eq(
    'select type, date, value, value_name, count, duration::int, day_count::int, day_duration::int, sources, partial, time_zone
    from health.daily_category order by value',
    $$values
        ('headache', date '2024-01-01', 2, 'mild', 2::bigint, 60, 4, 90, '{1,2}'::integer[], false, 'Asia/Tokyo'),
        ('headache', '2024-01-01', 99, '99', 1, 30, 4, 90, '{1,2}', false, 'Asia/Tokyo'),
        ('headache', '2024-01-01', null, null, 1, 0, 4, 90, '{1,2}', false, 'Asia/Tokyo')$$,
    'a row of each value, with the figures of the day');
insert into health.mark (person_id, sample_type_id, from_time, to_time)
select 1, sample_type_id, '2024-01-01 00:00+00', '2024-01-01 00:01+00' from health.sample_type where short_name = 'headache';
select is_empty('select * from health.daily_category', 'a stale row is replaced by the figures of the samples');
delete from health.mark;
set local session authorization pgtap_anna;
select is_empty('select * from health.daily_category', 'no row of a type that the caller may not read');
