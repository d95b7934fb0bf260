-- After days.sql: rows of Ada's three days, which say what no sample says, and a mark of the third.
delete from health.mark;
insert into health.mark (person_id, sample_type_id, from_time, to_time)
select 1, sample_type_id, '2024-01-03 15:00+00', '2024-01-04 15:00+00' from health.sample_type where short_name = :'type';
insert into health.day (
    person_id, sample_type_id, source_id, date, start_time, end_time, count, reaching_count, valueless_count,
    reaching_valueless_count, sum, average, minimum, maximum, most_recent, duration, earliest_start_time, source_ids)
select
    1, sample_type_id, source_id, date '2024-01-02' + day, timestamptz '2024-01-01 15:00+00' + day * interval '1 day',
    timestamptz '2024-01-02 15:00+00' + day * interval '1 day', 1, 0, 0, 0, 77 + day + source_id, 1 + day, 1, 2, 3, 60e6,
    '2024-01-01 15:00+00', '{1}'
from health.sample_type, generate_series(0, 2) day, generate_series(0, 1) source_id
where short_name = :'type';
