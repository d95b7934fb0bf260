\ir include/holders.sql
select plan(8);

create temporary table given on commit drop as
select array[
    row (1, array[:mass], '{["2024-01-01 00:00+00","2024-02-01 00:00+00")}', 101, false, '{}')::health.readable_span,
    row (1, array[:mass, :heart], '{["2024-05-01 00:00+00","2024-06-01 00:00+00")}', 101, false, '{(,)}')::health.readable_span
] as spans;

create function pg_temp.covered(person_id integer, sample_type_id integer, start_time timestamptz, end_time timestamptz)
returns boolean language sql as
'select health.is_covered(given.spans, $1, $2, $3, $4) from given';

select ok(pg_temp.covered(1, :mass, '2024-01-01 00:00+00', '2024-01-02 00:00+00'), 'from the start of a span on');
select ok(pg_temp.covered(1, :mass, '2024-05-31 00:00+00', '2024-06-01 00:00+00'), 'to the end of another');
select ok(not pg_temp.covered(1, :mass, '2024-01-31 00:00+00', '2024-02-01 00:00:00.000001+00'), 'not beyond the end');
select ok(not pg_temp.covered(1, :mass, '2024-02-01 00:00+00', '2024-02-01 00:00+00'), 'not at the end');
select ok(not pg_temp.covered(1, :mass, '2024-01-31 00:00+00', '2024-05-02 00:00+00'), 'not from one span to another');
select ok(not pg_temp.covered(1, :heart, '2024-01-01 00:00+00', '2024-01-02 00:00+00'), 'not another type');
select ok(not pg_temp.covered(2, :mass, '2024-01-01 00:00+00', '2024-01-02 00:00+00'), 'not another person');
select ok(
    not health.is_covered(null, 1, :mass, '2024-01-01 00:00+00', '2024-01-02 00:00+00'), 'nothing is covered without spans');
