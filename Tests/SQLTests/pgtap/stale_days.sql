\ir include/holders.sql
select plan(4);
insert into health.sample_extent
select person_id, sample_type_id, max(end_time - start_time) from health.sample group by person_id, sample_type_id;

select results_eq(
    format('select dates from health_code.stale_days(1, %s)', :steps), 'values (null::date[])', 'none without a mark');
insert into health.mark (person_id, sample_type_id, from_time, to_time)
values (1, :steps, '2024-01-01 00:00:30+00', '2024-01-01 00:00:31+00');
select results_eq(
    format('select dates, start_times, end_times from health_code.stale_days(1, %s)', :steps),
    $$values (
        '{2024-01-01}'::date[], array[timestamptz '2024-01-01 00:00+00'], array[timestamptz '2024-01-02 00:00+00'])$$,
    'the day of a mark');
update health.mark set from_time = '-infinity', to_time = 'infinity';
select results_eq(
    format('select dates @> ''{2024-01-01}'' and cardinality(dates) < 8 from health_code.stale_days(1, %s)', :steps),
    'values (true)', 'of a mark of all times, the days near samples');
set local session authorization pgtap_anna;
select results_eq(
    format('select dates @> ''{2024-01-01}'' from health_code.stale_days(1, %s)', :mass), 'values (true)',
    'all days of a type of which the caller may read only some samples');
