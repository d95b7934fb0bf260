\ir include/measured.sql
select plan(16);
select pg_temp.type_id('bodyMass') as mass, pg_temp.type_id('restingHeartRate') as resting
\gset

create function pg_temp.hour(type text, since text, per_source boolean default false)
returns setof health.hour
language sql as $$
    select *
    from health_code.sample_figures(
        1, pg_temp.type_id(type), array[pg_temp.instant(since)], array[pg_temp.instant(since) + interval '1 hour'], per_source)
$$;

select is_empty($$select * from pg_temp.hour('stepCount', '10:00')$$, 'no row without measurements');

call pg_temp.measure('stepCount', 1, 100, '09:50', '10:10');
call pg_temp.measure('stepCount', 2, 60, '10:05', '10:15');
select results_eq(
    $$select source_id, count, reaching_count, sum, duration / 60000000, value_sum, minimum, weight, source_ids
    from pg_temp.hour('stepCount', '10:00', true)$$,
    $$values (0, 2, 1, 85::float8, 15::bigint, null::float8, null::float8, null::float8, '{1,2}'::integer[]),
        (1, 1, 1, 50, 10, null, null, null, '{1}'), (2, 1, 0, 60, 10, null, null, null, '{2}')$$,
    'the watch has priority where both recorded; each source''s own row has all of its samples');
select results_eq(
    $$select most_recent, most_recent_start_time, most_recent_end_time, earliest_start_time
    from pg_temp.hour('stepCount', '10:00')$$,
    $$select 60::float8, pg_temp.instant('10:05'), pg_temp.instant('10:15'), pg_temp.instant('09:50')$$,
    'the latest end, and the earliest start, which may be before the piece');

call pg_temp.measure('stepCount', 1, 7, '10:12');
call pg_temp.measure('stepCount', 1, 9, '10:15');
select results_eq(
    $$select sum, count from pg_temp.hour('stepCount', '10:00')$$, 'values (94::float8, 4)',
    'a point counts unless a source of higher priority has an open sample at its instant');
call pg_temp.measure('stepCount', 3, 5000, '10:00', '11:00');
call pg_temp.measure('stepCount', 3, 400, '12:00', '13:00');
select results_eq(
    $$select start_time, sum, source_ids from health_code.sample_figures(
        1, pg_temp.type_id('stepCount'), array[pg_temp.instant('10:30'), pg_temp.instant('11:00'), pg_temp.instant('12:00')],
        array[pg_temp.instant('11:00'), pg_temp.instant('12:00'), pg_temp.instant('12:15')])$$,
    $$values (pg_temp.instant('12:00'), 100::float8, '{3}'::integer[])$$,
    'an aggregate counts if no other sample touches it, also outside the piece');

call pg_temp.measure('heartRate', 2, 60, '09:55');
call pg_temp.measure('heartRate', 1, 90, '10:00', '10:01');
select results_eq(
    $$select count, value_sum, minimum, maximum, weighted_sum / 60e6, weight / 60e6
    from pg_temp.hour('heartRate', '10:00')$$,
    'values (1, 90::float8, 90::float8, 90::float8, 390::float8, 6::float8)', 'a point stands for ten minutes');
call pg_temp.measure('heartRate', 2, 70, '09:57');
select results_eq(
    $$select weighted_sum / 60e6, weight / 60e6 from pg_temp.hour('heartRate', '10:00')$$,
    'values (580::float8, 8::float8)', 'or until the next sample of its source');
select results_eq(
    $$select start_time, count, weight / 60e6, minimum, most_recent, source_ids
    from health_code.sample_figures(
        1, pg_temp.type_id('heartRate'), array[pg_temp.instant('10:02'), pg_temp.instant('10:30')],
        array[pg_temp.instant('10:20'), pg_temp.instant('11:00')])$$,
    $$values (pg_temp.instant('10:02'), 0, 5::float8, null::float8, null::float8, '{}'::integer[])$$,
    'a piece that only an earlier point reaches has counts of 0');

call pg_temp.measure('environmentalAudioExposure', 1, 80, '10:00', '10:30');
call pg_temp.measure('environmentalAudioExposure', 1, 90, '10:10', '10:20');
call pg_temp.measure('environmentalAudioExposure', 1, 1e9, '10:40');
call pg_temp.measure('environmentalAudioExposure', 1, -1e9, '10:41');
select results_eq(
    $$select weighted_sum / 60e6, weight / 60e6, weighted_maximum, value_sum, reaching_value_sum, minimum, maximum
    from pg_temp.hour('environmentalAudioExposure', '10:00')$$,
    $$values (13::float8, 40::float8, 90::float8, 1::float8, 0::float8, -1e9::float8, 1e9::float8)$$,
    'levels of any size are averaged by energy relative to the greatest level');

insert into health.sample (person_id, sample_type_id, uuid, start_time, end_time, source_revision_id, change_position)
values (1, pg_temp.type_id('bodyMass'), gen_random_uuid(), pg_temp.instant('10:00'), pg_temp.instant('10:20'), 1, 1);
insert into health.series_quantity (
    person_id, sample_type_id, uuid, start_time, end_time, quantity, source_revision_id, ordinal)
select person_id, sample_type_id, uuid, start_time, start_time, 70 + n, 1, n
from health.sample, generate_series(0, 1) n
where person_id = 1 and sample_type_id = :mass;
insert into health.sample_extent values (1, pg_temp.type_id('bodyMass'), '20 min');
select results_eq(
    $$select count, value_sum, most_recent from pg_temp.hour('bodyMass', '10:00')$$,
    'values (2, 141::float8, 71::float8)', 'the quantities inside a series count, and not the series');

call pg_temp.measure('restingHeartRate', 1, 1, '10:10', '10:20');
insert into health.sample (person_id, sample_type_id, uuid, start_time, end_time, source_revision_id, change_position)
values (1, pg_temp.type_id('restingHeartRate'), gen_random_uuid(), pg_temp.instant('10:20'), pg_temp.instant('10:40'), 1, 1);
insert into health.aggregate_extreme (
    person_id, sample_type_id, uuid, ordinal, start_time, end_time, quantity, source_revision_id)
select person_id, sample_type_id, uuid, ordinal, start_time, end_time, 0.25 * -ordinal, 1
from health.sample cross join lateral unnest(case when quantity is null then '{-3,-2}'::integer[] else '{-1,-2}' end) ordinal
where person_id = 1 and sample_type_id = :resting;
update health.sample_extent set longest_duration = '20 min' where person_id = 1 and sample_type_id = :resting;
select results_eq(
    $$select count, valueless_count, reaching_count, value_sum, minimum, maximum, duration / 60000000, most_recent
    from pg_temp.hour('restingHeartRate', '10:00')$$,
    'values (2, 1, 0, 1::float8, 0.25::float8, 1::float8, 30::bigint, 1::float8)',
    'extremes of aggregates count in minimum and maximum; one without an average has no value');

call pg_temp.measure('flightsClimbed', 1, 3, '09:00', '10:00');
call pg_temp.measure('flightsClimbed', 1, 8, '10:30', '11:30');
call pg_temp.measure('flightsClimbed', 2, 1, '11:15', '11:30');
call pg_temp.measure('flightsClimbed', 1, 5, '12:00');
call pg_temp.measure('flightsClimbed', 1, 7, '13:00');
prepare edges as
    select to_char(start_time - pg_temp.instant('00:00'), 'HH24:MI'), count, reaching_count, sum, duration / 60000000, source_ids
    from health_code.sample_figures(
        1, pg_temp.type_id('flightsClimbed'), array[pg_temp.instant('10:00'), pg_temp.instant('11:00'), pg_temp.instant('13:00')],
        array[pg_temp.instant('11:00'), pg_temp.instant('12:00'), pg_temp.instant('14:00')]);
prepare edge_figures as
    values ('10:00', 1, 0, 4::float8, 30::bigint, '{1}'::integer[]), ('11:00', 2, 1, 3, 30, '{1,2}'),
        ('13:00', 1, 0, 7, 0, '{1}');
select results_eq(
    'edges', 'edge_figures',
    'pieces are half-open, a sample across an edge counts in both, and a source has priority only in the pieces that it has samples in');
update health.source_kind set source_class = 'other' where source_class = 'aggregate';
select results_eq('edges', 'edge_figures', 'the same for a person without aggregates');

call pg_temp.measure('distanceWalkingRunning', 1, 1.7e308, '10:00', '10:10');
call pg_temp.measure('distanceWalkingRunning', 1, 1.7e308, '10:05', '10:15');
select results_eq(
    $$select sum from pg_temp.hour('distanceWalkingRunning', '10:00')$$, $$values ('infinity'::float8)$$,
    'a sum that overflows is infinite');
select results_eq(
    $$select source_ids, sum from health_code.sample_figures(
        1, pg_temp.type_id('stepCount'), array[pg_temp.instant('10:05')], array[pg_temp.instant('10:05:00.000001')])$$,
    $$values ('{2}'::integer[], 1e-7::float8)$$, 'a piece of a microsecond');

select is_empty(
    $$select * from health_code.sample_figures(
        2, pg_temp.type_id('stepCount'), array[pg_temp.instant('00:00')], array[pg_temp.instant('24:00')])$$,
    'no rows of another person');
