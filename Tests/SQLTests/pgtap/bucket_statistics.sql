begin;
\ir include/measured.sql
select plan(13);

create function pg_temp.two_hours(separate_by_source boolean default false)
returns table (hour text, source text, count bigint, sum double precision, duration double precision, sources integer[])
language sql as $$
    select to_char(start_time at time zone 'UTC', 'HH24:MI'), source, count, sum, duration, sources
    from health_code.bucket_statistics(
        1, pg_temp.type_id('stepCount'), array[pg_temp.instant('10:00'), pg_temp.instant('12:00')],
        array[pg_temp.instant('12:00'), pg_temp.instant('14:00')], pg_temp.instant('10:00'), pg_temp.instant('13:30'),
        separate_by_source)
$$;
call pg_temp.measure('stepCount', 1, 90, '10:00', '11:30');
select results_eq(
    'select * from pg_temp.two_hours(true)',
    $$values ('10:00', null, 1::bigint, 90::float8, 5400::float8, '{1}'::integer[]), ('10:00', 'Phone', 1, 90, 5400, '{1}'),
        ('12:00', null, null, null, null, null)$$,
    'a bucket with its source, and a bucket without measurements');

insert into health.slot_type values (1, pg_temp.type_id('stepCount'), 'cumulative', 4);
insert into health.hour_slot (
    person_id, sample_type_id, source_id, start_time, started_count, reaching_count, sum, duration, most_recent_quantity,
    most_recent_start_time, most_recent_end_time, earliest_start_time, source_ids, sole_source_id)
values
    (1, pg_temp.type_id('stepCount'), 0, pg_temp.instant('10:00'), 1, 0, 600, 3600e6, 90, pg_temp.instant('10:00'),
        pg_temp.instant('11:30'), pg_temp.instant('10:00'), '{1}', 1),
    (1, pg_temp.type_id('stepCount'), 0, pg_temp.instant('11:00'), 0, 1, 300, 1800e6, 90, pg_temp.instant('10:00'),
        pg_temp.instant('11:30'), pg_temp.instant('10:00'), '{1}', 1),
    (1, pg_temp.type_id('stepCount'), 0, pg_temp.instant('13:00'), 1, 0, 5, 60e6, 5, pg_temp.instant('13:00'),
        pg_temp.instant('13:01'), pg_temp.instant('13:00'), '{1}', 1);
select results_eq(
    'select * from pg_temp.two_hours(true)',
    $$values ('10:00', null, 1::bigint, 900::float8, 5400::float8, '{1}'::integer[]), ('10:00', 'Phone', 1, 900, 5400, '{1}'),
        ('12:00', null, null, null, null, null)$$,
    'slots are added, each sample counts once; an hour cut by the range is computed from samples');
insert into health.slot_mark (person_id, sample_type_id, from_time, to_time)
values (1, pg_temp.type_id('stepCount'), pg_temp.instant('10:59'), pg_temp.instant('11:00'));
select results_eq(
    'select sum from pg_temp.two_hours() limit 1', 'values (90::float8)',
    'with aggregate sources a mark extends further, by the longest sample and a minute');
delete from health.source_kind where source_class = 'aggregate';
select results_eq(
    'select sum from pg_temp.two_hours() limit 1', 'values (360::float8)', 'without them only a marked hour is computed from samples');
update health.slot_type set format = 3;
select results_eq(
    'select sum from pg_temp.two_hours() limit 1', 'values (90::float8)', 'slots of another version are not used');

-- A day slot has what no sample and no hour slot says, so that the answers show where they come from.
update health.slot_type set format = 4;
delete from health.slot_mark;
create function pg_temp.days(until text, separate_by_source boolean default false)
returns table (source text, count bigint, sum double precision, duration double precision, most_recent_end_time timestamptz, sources integer[])
language sql as $$
    select source, count, sum, duration, most_recent_end_time, sources
    from health_code.bucket_statistics(
        1, pg_temp.type_id('stepCount'), array[pg_temp.instant('00:00')], array[pg_temp.instant(until)],
        pg_temp.instant('00:00'), pg_temp.instant(until), separate_by_source)
$$;
create function pg_temp.microseconds(clock text) returns double precision
language sql as $$ select date_part('epoch', pg_temp.instant(clock)) * 1e6 $$;
insert into health.day_slot (person_id, sample_type_id, source_id, phase, first_day, figures)
select 1, pg_temp.type_id('stepCount'), 0, 0, date '1970-01-01' + day / 8 * 8,
    array_fill(0::float8, array[day % 8 * 8])
        || array[7 * 65536 + 65, 1, 60e6, 5, pg_temp.microseconds('13:00'), pg_temp.microseconds('13:01'), pg_temp.microseconds('10:00'), 77]
        || array_fill(0::float8, array[56 - day % 8 * 8]) || array[1, 1]
from (select pg_temp.instant('00:00')::date - date '1970-01-01' as day) first;
select results_eq(
    'select * from pg_temp.days(''24:00'')',
    $$values (null::text, 8::bigint, 77::float8, 60::float8, pg_temp.instant('13:01'), '{1}'::integer[])$$,
    'a whole day comes from its day slot');
select results_eq(
    'select count, sum from pg_temp.days(''34:00'')', 'values (8::bigint, 77::float8)', 'the hours after the last whole day are added');
select results_eq(
    'select source, sum from pg_temp.days(''24:00'', true)', $$values (null, 77::float8), ('Phone', 77)$$,
    'the day of the only source is that of all sources');
insert into health.day_slot (person_id, sample_type_id, source_id, phase, first_day, figures)
select 1, pg_temp.type_id('stepCount'), 1, 0, date '1970-01-01' + day / 8 * 8,
    array_fill(0::float8, array[day % 8 * 10])
        || array[7 * 65536 + 81, 1, 60e6, 5, pg_temp.microseconds('13:00'), pg_temp.microseconds('13:01'), pg_temp.microseconds('10:00'), 70, 7, 60e6]
        || array_fill(0::float8, array[70 - day % 8 * 10]) || array[1, 1]
from (select pg_temp.instant('00:00')::date - date '1970-01-01' as day) first;
select results_eq(
    'select source, sum from pg_temp.days(''24:00'', true)', $$values (null, 77::float8), ('Phone', 70)$$,
    'a single source with day slots has figures of its own');
select results_eq(
    'select source, sum from pg_temp.days(''24:00'')', $$values (null::text, 77::float8)$$,
    'day slots of single sources are no part of the figures of all');
insert into health.day_slot (person_id, sample_type_id, source_id, phase, first_day, figures)
values (1, pg_temp.type_id('stepCount'), -1, 0, '2000-01-01', '{}');
select results_eq(
    'select source, sum from pg_temp.days(''24:00'', true)', $$values (null, 905::float8), ('Phone', 905)$$,
    'separate sources come from hour slots if days lack single sources');
insert into health.slot_mark (person_id, sample_type_id, from_time, to_time)
values (1, pg_temp.type_id('stepCount'), pg_temp.instant('23:10'), pg_temp.instant('23:11'));
select results_eq(
    'select sum from pg_temp.days(''24:00'')', 'values (905::float8)', 'a marked day is put together from hours');

-- The last three days of 1969. A day slot has days with different source sets.
insert into health.slot_type values (1, pg_temp.type_id('distanceWalkingRunning'), 'cumulative', 4);
insert into health.day_slot (person_id, sample_type_id, source_id, phase, first_day, figures)
values (1, pg_temp.type_id('distanceWalkingRunning'), 0, 0, '1969-12-24', array_fill(0::float8, array[48])
    || array[65536 + 65, 0, 60e6, 5, -9e10, -9e10, -9e10, 30] || array[65536 + 68, 0, 60e6, 5, -1e10, -1e10, -1e10, 40]
    || array[2, 1, 2] || array[1, 1]);
select results_eq(
    $$select sum, most_recent_start_time, sources from health_code.bucket_statistics(
        1, pg_temp.type_id('distanceWalkingRunning'), '{1969-12-29 00:00Z, 1969-12-30 00:00Z, 1969-12-31 00:00Z}',
        '{1969-12-30 00:00Z, 1969-12-31 00:00Z, 1970-01-01 00:00Z}', '1969-12-29 00:00Z', '1970-01-01 00:00Z')$$,
    $$values (null::float8, null::timestamptz, null::integer[]), (30, '1969-12-30 23:00Z', '{2,1}'), (40, '1969-12-31 21:13:20Z', '{1}')$$,
    'the sources of each day are in order of priority, also before 1970, and a day of zeros has no figures');

select * from finish();
rollback;
