\ir include/holders.sql
select plan(10);

-- Rows that say what no sample says.
create procedure pg_temp.add_day(type_id integer, date date, sum double precision, average double precision)
language sql as $$
    insert into health.day (
        person_id, sample_type_id, source_id, date, start_time, end_time, count, reaching_count, valueless_count,
        reaching_valueless_count, sum, value_sum, reaching_value_sum, minimum, maximum, duration, source_ids, average,
        earliest_start_time)
    values (
        1, type_id, 0, add_day.date, add_day.date at time zone 'UTC', (add_day.date + 1) at time zone 'UTC', 1, 0, 0, 0, add_day.sum,
        add_day.average, 0, add_day.average, add_day.average, 0, '{1}', add_day.average, add_day.date at time zone 'UTC')
$$;
call pg_temp.add_day(:steps, '2024-01-01', 1000, null);
call pg_temp.add_day(:steps, '2024-01-02', 2000, null);
call pg_temp.add_day(:mass, '2024-01-01', null, 90);
insert into health.sample_extent
select person_id, sample_type_id, max(end_time - start_time) from health.sample group by person_id, sample_type_id;

select is_empty(format('select * from health_code.marked_days(1, %s)', :steps), 'no day without a mark');
insert into health.mark (person_id, sample_type_id, from_time, to_time)
values (1, :steps, '2024-01-01 00:00:30+00', '2024-01-01 00:00:31+00');
select results_eq(
    format('select date, start_time, end_time, count, sum, sources from health_code.marked_days(1, %s)', :steps),
    $$values (date '2024-01-01', timestamptz '2024-01-01 00:00+00', timestamptz '2024-01-02 00:00+00', 1::bigint, 1::float8,
        '{1}'::integer[])$$,
    'the day of a mark, from samples');
select results_eq(
    'select date, steps from health.daily_steps order by date', $$values (date '2024-01-01', 1::float8), ('2024-01-02', 2000)$$,
    'the view has it instead of the stale row');
insert into health.hour (
    person_id, sample_type_id, source_id, start_time, count, reaching_count, valueless_count, reaching_valueless_count, sum, duration,
    source_ids)
values (1, :steps, 0, '2024-01-01 00:00+00', 1, 0, 0, 0, 7, 0, '{1}');
update health.mark set from_time = '2024-01-01 23:00+00', to_time = '2024-01-01 23:01+00';
select results_eq(
    format('select date, sum from health_code.marked_days(1, %s)', :steps), $$values (date '2024-01-01', 7::float8)$$,
    'a mark later on the day than all samples: the other hours come from their rows');
update health.mark set from_time = '0001-01-01 00:00+00', to_time = '9999-01-01 00:00+00';
select results_eq(
    format('select date, sum from health_code.marked_days(1, %s)', :steps), $$values (date '2024-01-01', 1::float8)$$,
    'a mark of all times: the days with samples');
insert into health.time_zone_report (person_id, origin, start_time, time_zone)
values (1, 'client', '2023-01-01 00:00+00', 'America/New_York');
select results_eq(
    format('select date, start_time from health_code.marked_days(1, %s)', :steps),
    $$values (date '2023-12-31', timestamptz '2023-12-31 05:00+00')$$, 'days on the person''s own clock');
delete from health.time_zone_report;
delete from health.mark;
select is_empty(format('select * from health_code.marked_days(2, %s)', :steps), 'a person without samples');

-- Anna may read body mass of January only, so that the row is not hers.
select results_eq(
    $$select date, average from health.daily_quantity where type = 'bodyMass'$$, $$values (date '2024-01-01', 90::float8)$$,
    'a row of a day for who may read the whole type');
set local session authorization pgtap_anna;
select results_eq(
    $$select date, average from health.daily_quantity where type = 'bodyMass'$$, $$values (date '2024-01-01', 70::float8)$$,
    'days from samples for who may read only some');
select results_eq(
    'select date, sum from health.daily_quantity where type = ''stepCount'' order by date',
    $$values (date '2024-01-01', 1000::float8), ('2024-01-02', 2000)$$, 'and rows of another type that it may read wholly');
