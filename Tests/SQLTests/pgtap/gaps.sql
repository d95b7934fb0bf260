\ir include/measured.sql
select plan(9);

call pg_temp.measure('heartRate', 1, 1, '02:00', '08:00');
call pg_temp.measure('heartRate', 2, 1, '03:00');
call pg_temp.measure('heartRate', 2, 1, '10:00');
call pg_temp.measure('heartRate', 2, 1, '12:30');
create function pg_temp.gaps(longer_than interval, from_date date default null, to_date date default null)
returns table (since text, until text, seconds double precision, partial boolean)
language sql as $$
    select to_char(start_time at time zone 'UTC', 'DD HH24:MI'), to_char(end_time at time zone 'UTC', 'DD HH24:MI'), seconds, partial
    from health_code.gaps('Ada', 'heartRate', longer_than, 'UTC', from_date, to_date)
$$;
select results_eq(
    $$select * from pg_temp.gaps('1 hour 59 minutes', '2024-01-01', '2024-01-02')$$,
    $$values ('01 00:00', '01 02:00', 7200::float8, true), ('01 08:00', '01 10:00', 7200, false), ('01 10:00', '01 12:30', 9000, false),
        ('01 12:30', '02 00:00', 41400, true)$$, 'the gaps of a day, also those that the range cuts');
select results_eq(
    $$select since, until from pg_temp.gaps('2 hours', '2024-01-01', '2024-01-02')$$,
    $$values ('01 10:00', '01 12:30'), ('01 12:30', '02 00:00')$$, 'a gap of exactly this length is not longer');
select results_eq(
    $$select since, until from pg_temp.gaps('2 hours', null, '2024-01-02')$$,
    $$values ('01 10:00', '01 12:30'), ('01 12:30', '02 00:00')$$, 'without from_date, from the first sample on');
select is(
    (select end_time from health_code.gaps('Ada', 'heartRate', '2 hours') order by start_time desc limit 1), now(),
    'without to_date, until now');
call pg_temp.measure('heartRate', 1, 1, '-02:00', '30:00');
select is_empty($$select * from pg_temp.gaps('1 minute', '2024-01-01', '2024-01-02')$$, 'a sample that covers the range');
select results_eq(
    $$select partial, seconds from health_code.gaps('Bea', 'sleepAnalysis', '1 hour', 'UTC', '2024-01-01', '2024-01-02')$$,
    'values (true, 86400::float8)', 'a range without samples is one gap, for types of any kind');
select is_empty($$select * from health_code.gaps('Bea', 'sleepAnalysis', '1 hour')$$, 'a type without samples and no range');
select throws_ok(
    $$select * from health_code.gaps('Ada', 'heartRate', '-1 hour')$$, '22023', 'longer_than must be an interval such as 2 hours', 'a negative length');
select throws_ok(
    $$select * from health_code.gaps('Ada', 'x', '1 hour')$$, '22023', 'there is no sample type "x"', 'an unknown type');
