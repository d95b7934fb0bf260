\ir include/people.sql
select plan(2);

insert into health.mark (person_id, sample_type_id, from_time, to_time)
values
    (1, 1, '2024-01-01 00:00+00', '2024-01-02 00:00+00'), (1, 1, '2024-01-01 12:00+00', '2024-01-03 00:00+00'),
    (1, 2, '2025-01-01 00:00+00', '2025-01-02 00:00+00'), (2, 1, '2026-01-01 00:00+00', '2026-01-02 00:00+00');
select is(
    health_code.marked_times(1, 1), tstzmultirange(tstzrange('2024-01-01 00:00+00', '2024-01-03 00:00+00')),
    'the marks of the person and the type');
select is(health_code.marked_times(2, 2), null, 'null without marks');
