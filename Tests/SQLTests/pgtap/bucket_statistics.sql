\ir include/figures.sql
select plan(24);

-- Steps of the pieces between clock times, in the range from the first one to the last one, or to until.
create function pg_temp.steps(clocks text[], separate_by_source boolean default false, until text default null)
returns table (since text, source text, count bigint, sum double precision, duration double precision, sources integer[])
language sql as $$
    select
        to_char(start_time - pg_temp.instant('00:00'), 'HH24:MI'), source, count, sum, duration, sources
    from (select array(select pg_temp.instant(clock) from unnest(clocks) clock) as edges) plan
    cross join lateral health_code.bucket_statistics(
        1, pg_temp.type_id('stepCount'), edges[:cardinality(edges) - 1], edges[2:], edges[1],
        coalesce(pg_temp.instant(until), edges[cardinality(edges)]), separate_by_source)
$$;

call pg_temp.measure('stepCount', 1, 90, '10:00', '11:30');
select results_eq(
    $$select * from pg_temp.steps('{10:00, 12:00, 14:00}', true, '13:30')$$,
    $$values ('10:00', null, 1::bigint, 90::float8, 5400::float8, '{1}'::integer[]), ('10:00', 'Phone', 1, 90, 5400, '{1}'),
        ('12:00', null, null, null, null, null)$$,
    'a bucket of a marked time, from samples, with its source, and a bucket without measurements');

delete from health.mark;
select results_eq(
    $$select count, sum from pg_temp.steps('{10:00, 12:00}')$$, 'values (null::bigint, null::float8)',
    'a time without rows and marks counts nothing');
call pg_temp.add_hour('stepCount', '10:00', 1, 0, 600);
call pg_temp.add_hour('stepCount', '11:00', 3, 1, 300);
call pg_temp.add_hour('stepCount', '13:00', 1, 0, 5);
select results_eq(
    $$select * from pg_temp.steps('{10:00, 12:00, 14:00}', true, '13:30')$$,
    $$values ('10:00', null, 3::bigint, 900::float8, 240::float8, '{1}'::integer[]), ('10:00', 'Phone', 3, 900, 240, '{1}'),
        ('12:00', null, null, null, null, null)$$,
    'rows of hours are added, each sample counts once; an hour that the range cuts comes from samples');
select results_eq(
    $$select count, sum from pg_temp.steps('{11:00, 12:00}')$$, 'values (3::bigint, 300::float8)',
    'a member that begins before the bucket counts in its first part');
select results_eq(
    $$select count, sum from pg_temp.steps('{10:30, 12:00}')$$, 'values (3::bigint, 330::float8)',
    'samples before the first whole hour, then hours');
call pg_temp.mark('stepCount', '10:59', '11:00');
select results_eq(
    $$select count, sum from pg_temp.steps('{10:00, 12:00}')$$, 'values (3::bigint, 360::float8)',
    'an hour that a mark overlaps comes from samples, the next one does not');
delete from health.mark;
call pg_temp.add_hour('stepCount', '11:00', 3, 1, 250, 2, '{2}');
call pg_temp.add_hour('stepCount', '11:00', 1, 0, 60, 1, '{1}');
select results_eq(
    $$select source, count, sum from pg_temp.steps('{10:00, 12:00}', true)$$,
    $$values (null, 3::bigint, 900::float8), ('Watch', 2, 250), ('Phone', 2, 660)$$,
    'a source has its own rows, and the rows of all sources in hours without rows of single ones');
select results_eq(
    $$select source, count, sum from pg_temp.steps('{10:00, 12:00}')$$, $$values (null::text, 3::bigint, 900::float8)$$,
    'rows of single sources are no part of the figures of all');

call pg_temp.add_day('stepCount', '2024-01-01', '00:00', '24:00', 8, 1, 77);
select results_eq(
    $$select count, sum, duration, sources from pg_temp.steps('{00:00, 24:00}')$$,
    $$values (8::bigint, 77::float8, 480::float8, '{1}'::integer[])$$, 'a whole day comes from its row');
select results_eq(
    $$select count, sum from pg_temp.steps('{-24:00, 24:00}')$$, 'values (7::bigint, 77::float8)',
    'a time before the first day counts nothing');
select results_eq(
    $$select sum from pg_temp.steps('{00:00, 24:00}', false, '23:59')$$, 'values (905::float8)',
    'a day that the range cuts comes from hours and samples');
select results_eq(
    $$select since, sum from pg_temp.steps('{-14:00, 10:00, 34:00}')$$,
    $$values ('-14:00', null::float8), ('10:00', 905)$$, 'a day that an edge cuts comes from hours');
select results_eq(
    $$select since, sum from pg_temp.steps('{00:00, 12:00, 24:00}')$$,
    $$values ('00:00', 900::float8), ('12:00', 5)$$, 'buckets that are shorter than a day come from hours');
select results_eq(
    $$select source, sum from pg_temp.steps('{00:00, 24:00}', true)$$, $$values (null, 77::float8), ('Phone', 77)$$,
    'the day of the only source is that of all sources');
call pg_temp.add_day('stepCount', '2024-01-01', '00:00', '24:00', 7, 1, 70, 2, '{2}');
select results_eq(
    $$select source, sum from pg_temp.steps('{00:00, 24:00}', true)$$, $$values (null, 77::float8), ('Watch', 70)$$,
    'a single source with a row has figures of its own');
call pg_temp.add_day('stepCount', '2024-01-02', '24:00', '47:00', 4, 2, 5, 0, '{1,2}');
select results_eq(
    $$select count, sum, sources from pg_temp.steps('{00:00, 48:00}')$$, $$values (10::bigint, 82::float8, '{2,1}'::integer[])$$,
    'days of any length are added; the sources are in order of priority');
select results_eq(
    $$select most_recent, most_recent_end_time from health_code.bucket_statistics(
        1, pg_temp.type_id('stepCount'), array[pg_temp.instant('00:00')], array[pg_temp.instant('48:00')],
        pg_temp.instant('00:00'), pg_temp.instant('48:00'))$$,
    $$values (4::float8, pg_temp.instant('24:01'))$$, 'the most recent member is that of the last day');
call pg_temp.mark('stepCount', '23:10', '23:11');
select results_eq(
    $$select count, sum from pg_temp.steps('{00:00, 48:00}')$$, 'values (6::bigint, 910::float8)',
    'a day that a mark overlaps is put together from hours and samples');
delete from health.mark;
call pg_temp.mark('stepCount', '-24:00', '00:00');
call pg_temp.mark('stepCount', '24:00', '24:01');
select results_eq(
    $$select sum from pg_temp.steps('{00:00, 24:00}')$$, 'values (77::float8)', 'marks before and after a day change nothing');
select results_eq(
    $$select count, sum from health_code.bucket_statistics(
        1, pg_temp.type_id('stepCount'), array[pg_temp.instant('00:00')], array[pg_temp.instant('24:00')],
        pg_temp.instant('00:00'), pg_temp.instant('24:00'), false, true)$$,
    'values (1::bigint, 90::float8)', 'a strict predicate selects samples, and no rows');

-- The averages of rows: 10 dB louder is ten times the energy.
insert into health.hour (
    person_id, sample_type_id, source_id, start_time, count, reaching_count, valueless_count, reaching_valueless_count, value_sum,
    reaching_value_sum, minimum, maximum, value_maximum, weighted_sum, weight, weighted_maximum, duration, earliest_start_time, source_ids)
select
    1, type.sample_type_id, 0, pg_temp.instant(hour.since), 1, 0, 0, 0, hour.value, 0, level, level, hour.level,
    hour.value * hour.weight, hour.weight, hour.level, 60e6, pg_temp.instant(hour.since), '{1}'
from (
    values ('environmentalAudioExposure', '10:00', 1, 80, 3e6), ('environmentalAudioExposure', '11:00', 1, 90, 1e6),
        ('restingHeartRate', '10:00', 1, null, null), ('restingHeartRate', '11:00', 2, null, null),
        ('heartRate', '10:00', 1, null, 1e6), ('heartRate', '11:00', 3, null, 3e6)
) hour (type, since, value, level, weight)
cross join lateral (select pg_temp.type_id(hour.type) as sample_type_id) type;
create function pg_temp.average(type text) returns numeric
language sql as $$
    select round(average::numeric, 6)
    from health_code.bucket_statistics(
        1, pg_temp.type_id(average.type), array[pg_temp.instant('10:00')], array[pg_temp.instant('12:00')],
        pg_temp.instant('10:00'), pg_temp.instant('12:00'))
$$;
select is(
    pg_temp.average('environmentalAudioExposure'), round(10 * log(3.25e8::numeric), 6), 'levels are averaged by energy and time');
select is(pg_temp.average('restingHeartRate'), 1.5, 'a plain average');
select is(pg_temp.average('heartRate'), 2.5, 'an average by time');
update health.hour set count = 0 where sample_type_id = pg_temp.type_id('heartRate');
select is(pg_temp.average('heartRate'), null, 'a bucket that only the values of earlier points reach has no figures');
