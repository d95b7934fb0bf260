\ir include/measured.sql
select plan(10);

call pg_temp.measure('stepCount', 1, 100, '23:00', '25:00');
call pg_temp.measure('stepCount', 2, 30, '23:30', '24:00');
call pg_temp.measure('bodyMass', 1, 70, '10:00');
call pg_temp.measure('bodyMass', 1, 72, '11:00');
select results_eq(
    $$select to_char(start_time at time zone 'UTC', 'DD'), source, count, sum, duration, sources, unit
    from health_code.statistics_collection('Ada', 'stepCount', 'day', 'UTC', '2024-01-01 00:00+00', '2024-01-02 00:30+00')$$,
    $$values ('01', null::text, 2::bigint, 55::float8, 3600::float8, '{2,1}'::integer[], 'count'), ('02', null, 1, 25, 1800, '{1}', 'count')$$,
    'time that several sources recorded counts once; only parts inside the range count');
select results_eq(
    $$select average, minimum, maximum, most_recent, sum, unit from health_code.statistics_collection(
        'Ada', 'HKQuantityTypeIdentifierBodyMass', 'year', 'Asia/Kolkata', '2024-01-01 00:00+00', '2024-01-02 00:00+00')$$,
    $$values (71::float8, 70::float8, 72::float8, 72::float8, null::float8, 'kg')$$, 'a discrete type');
select throws_ok(
    $$select * from health_code.statistics_collection('Ada', 'workout', 'day', 'UTC', '2024-01-01', '2024-01-02')$$, '22023',
    'workout is neither a quantity type nor a category type; statistics need one', 'another kind of type');

set local timezone = 'America/New_York';
set local datestyle = 'German';
select results_eq(
    $$select start_time, sum, partial from health_code.statistics_collection(
        'Ada', 'stepCount', 'day', 'Asia/Tokyo', '2024-01-02', '2024-01-02T12:00')$$,
    $$values (timestamptz '2024-01-01 15:00Z', 105::float8, true)$$,
    'texts are wall clocks in the given zone; partial if the range cuts a bucket');
select is(
    (select partial from health_code.statistics_collection('Ada', 'stepCount', 'day', 'UTC', (now() at time zone 'UTC')::date, (now() at time zone 'UTC')::date + 1)
    order by start_time desc limit 1),
    true, 'a day that has not ended is partial');
insert into health.preferred_unit (person_id, sample_type_id, unit_string, factor, shift)
values (1, pg_temp.type_id('bodyMass'), 'g', 1000, 0);
select results_eq(
    $$select average, most_recent, unit from health_code.statistics_collection(
        'Ada', 'bodyMass', 'year', 'UTC', '2024-01-01', '2025-01-01')$$,
    $$values (71000::float8, 72000::float8, 'g')$$, 'in the person''s unit');
insert into health.time_zone_report (person_id, origin, start_time, time_zone) values (1, 'client', '2024-01-01 00:00+00', 'Asia/Tokyo');
select results_eq(
    $$select start_time, sum from health_code.statistics_collection('Ada', 'stepCount', 'day', null, null, null) where count > 0$$,
    $$values (timestamptz '2024-01-01 15:00Z', 105::float8)$$, 'all samples, on the person''s own clock');
select throws_ok(
    $$select * from health_code.statistics_collection(
        'Ada', 'stepCount', 'day', 'UTC', '2024-01-01', '2024-01-03', '2024-01-01T00:00:00Z')$$, '22023',
    'anchor must be a wall clock without an offset, such as 2024-01-01 or 2024-01-01T06:00', 'an anchor with an offset');

insert into health.sample (
    person_id, sample_type_id, uuid, start_time, end_time, category_value, source_revision_id, change_position)
select 1, sample_type_id, gen_random_uuid(), pg_temp.instant(since), pg_temp.instant(until), value, source_id, 1
from health.sample_type
cross join (values (1, 2, '10:00', '10:20'), (2, 3, '10:10', '10:40'), (1, null, '26:00', '26:00'))
    sample (source_id, value, since, until)
where short_name = 'headache';
insert into health.sample_extent select 1, sample_type_id, '30 minutes' from health.sample_type where short_name = 'headache';
insert into health.mark (person_id, sample_type_id, from_time, to_time)
select 1, sample_type_id, '0001-01-01 00:00+00', '9999-01-01 00:00+00' from health.sample_type where short_name = 'headache';
select results_eq(
    $$select
        to_char(start_time at time zone 'UTC', 'DD'), count, duration, most_recent, sources, unit, by_value::text
    from health_code.statistics_collection('Ada', 'headache', 'day', 'UTC', '2024-01-01', '2024-01-04')$$,
    $$values
        ('01', 2::bigint, 2400::float8, 3::float8, '{2,1}'::integer[], null::text, '{"(2,mild,1,600)","(3,moderate,1,1800)"}'),
        ('02', 1, 0, null, '{1}', null, '{"(,,1,0)"}'), ('03', null, null, null, null, null, null)$$,
    'a category type has the figures of each value; the value of a text that is not in the catalogue is null');
select results_eq(
    $$select source, figures.count, value.value_name, value.duration
    from health_code.statistics(
        'Ada', 'headache', 'UTC', '2024-01-01', '2024-01-02', separate_by_source => true) figures
    cross join unnest(figures.by_value) value$$,
    $$values (null, 2::bigint, 'mild', 600::float8), (null, 2, 'moderate', 1800), ('Watch', 1, 'moderate', 1800),
        ('Phone', 1, 'mild', 1200)$$,
    'values are rows with unnest, also of each source alone');
