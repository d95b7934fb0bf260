\ir include/measured.sql
select plan(10);
select pg_temp.type_id('restingHeartRate') as resting
\gset

-- Start, end and source of the samples near a piece of time, with the time until which each stands.
create function pg_temp.near(type text, since text, until text)
returns table (start_time text, end_time text, stands_until text, source_id integer, rank integer, quantity double precision)
language sql as $$
    select
        to_char(start_time - pg_temp.instant('00:00'), 'HH24:MI'), to_char(end_time - pg_temp.instant('00:00'), 'HH24:MI'),
        to_char(stands_until - pg_temp.instant('00:00'), 'HH24:MI'), source_id, rank, quantity
    from health_code.candidate_samples(
        1, pg_temp.type_id(type), array[pg_temp.instant(since)], array[pg_temp.instant(until)])
    order by start_time, rank
$$;

select is_empty($$select * from pg_temp.near('stepCount', '10:00', '11:00')$$, 'a type without samples');
call pg_temp.measure('stepCount', 1, 100, '09:50', '10:10');
call pg_temp.measure('stepCount', 2, 60, '10:05', '10:15');
call pg_temp.measure('stepCount', 1, 7, '10:30');
update health.source_kind set source_class = 'other' where source_class = 'aggregate';
select results_eq(
    $$select * from pg_temp.near('stepCount', '10:00', '10:30')$$,
    $$values ('09:50', '10:10', '10:10', 1, 1, 100::float8), ('10:05', '10:15', '10:15', 2, 0, 60)$$,
    'samples that reach into the piece, with their sources and ranks');
select results_eq(
    $$select start_time, stands_until from pg_temp.near('stepCount', '10:30', '10:31')$$, $$values ('10:30', '10:30')$$,
    'a point of a cumulative type does not stand');
update health.source_kind set source_class = 'aggregate' where source_id = 3;
call pg_temp.measure('stepCount', 3, 5000, '10:00', '11:00');
call pg_temp.measure('stepCount', 3, 400, '12:00', '13:00');
select results_eq(
    $$select start_time, quantity from pg_temp.near('stepCount', '10:45', '12:15') where source_id = 3$$,
    $$values ('12:00', 400::float8)$$, 'an aggregate that a sample of higher priority touches is left out');
select results_eq(
    $$select predicate, quantity
    from (values ('start', true, false), ('end', false, true)) strict (predicate, at_start, at_end)
    cross join lateral health_code.candidate_samples(
        1, pg_temp.type_id('stepCount'), array[pg_temp.instant('00:00')], array[pg_temp.instant('24:00')], at_start, at_end,
        pg_temp.instant('09:55'), pg_temp.instant('10:12:30'))$$,
    $$values ('start', 60::float8), ('end', 100)$$, 'a strict predicate selects samples by their start or end');
call pg_temp.measure('heartRate', 2, 60, '10:00');
call pg_temp.measure('heartRate', 2, 70, '10:02');
call pg_temp.measure('heartRate', 1, 80, '10:01', '10:05');
select results_eq(
    $$select start_time, stands_until from pg_temp.near('heartRate', '10:00', '11:00')$$,
    $$values ('10:00', '10:02'), ('10:01', '10:05'), ('10:02', '10:12')$$,
    'a point stands until the next sample of its source, for ten minutes at most');
insert into health.sample (person_id, sample_type_id, uuid, start_time, end_time, source_revision_id, change_position)
values (1, :resting, gen_random_uuid(), pg_temp.instant('10:00'), pg_temp.instant('10:20'), 1, 1),
    (1, :resting, gen_random_uuid(), pg_temp.instant('11:00'), pg_temp.instant('11:20'), 1, 1);
insert into health.series_quantity (person_id, sample_type_id, uuid, start_time, end_time, quantity, source_revision_id, ordinal)
select person_id, sample_type_id, uuid, start_time, end_time, 1, 1, 0
from health.sample where sample_type_id = :resting and start_time = pg_temp.instant('10:00');
insert into health.aggregate_extreme (person_id, sample_type_id, uuid, ordinal, start_time, end_time, quantity, source_revision_id)
select person_id, sample_type_id, uuid, ordinal, start_time, end_time, -ordinal, 1
from health.sample, unnest(array[-3, -2]) ordinal where sample_type_id = :resting and start_time = pg_temp.instant('11:00');
insert into health.sample_extent values (1, :resting, '20 min');
select results_eq(
    $$select quantity from pg_temp.near('restingHeartRate', '10:00', '12:00') order by quantity$$,
    'values (1::float8), (2), (3)', 'the quantities of a series, and the extremes of an aggregate, instead of the sample');
select results_eq(
    format(
        $$select quantity
        from health_code.candidate_samples(
            1, %s, array[pg_temp.instant('10:00')], array[pg_temp.instant('12:00')],
            with_extremes => false)$$, :resting),
    'values (1::float8)', 'without the extremes, if they are not wanted');
select is(
    (
        select count(*)
        from health_code.candidate_samples(
            1, pg_temp.type_id('heartRate'), array[pg_temp.instant('10:00'), pg_temp.instant('10:01')],
            array[pg_temp.instant('10:01'), pg_temp.instant('10:05')])),
    3::bigint, 'a sample near two pieces is returned once');
select is_empty(
    $$select * from health_code.candidate_samples(
        2, pg_temp.type_id('stepCount'), array[pg_temp.instant('00:00')], array[pg_temp.instant('24:00')])$$,
    'no samples of another person');
