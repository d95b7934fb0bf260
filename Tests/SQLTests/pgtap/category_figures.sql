\ir include/measured.sql
select plan(5);
select sample_type_id as headache from health.sample_type where short_name = 'headache'
\gset

create procedure pg_temp.note(source_id integer, value integer, since text, until text)
language sql as $$
    insert into health.sample (
        person_id, sample_type_id, uuid, start_time, end_time, category_value, source_revision_id, change_position)
    select 1, sample_type_id, gen_random_uuid(), pg_temp.instant(since), pg_temp.instant(until), value, note.source_id, 1
    from health.sample_type
    where short_name = 'headache'
$$;
-- The figures of pieces of an hour, with durations in minutes.
create function pg_temp.hours(variadic since text[])
returns table (start text, count integer, duration bigint, source_ids integer[], categories integer[], counts integer[], durations text)
language sql as $$
    select
        to_char(start_time at time zone 'UTC', 'HH24:MI'), count, duration / 60000000, source_ids, category_values, value_counts,
        (select string_agg((length / 60000000)::text, ' ') from unnest(value_durations) length)
    from health_code.category_figures(
        1, (select sample_type_id from health.sample_type where short_name = 'headache'),
        (select array_agg(pg_temp.instant(text) order by text) from unnest(since) text),
        (select array_agg(pg_temp.instant(text) + interval '1 hour' order by text) from unnest(since) text))
$$;
insert into health.sample_extent select 1, sample_type_id, '2 hours' from health.sample_type where short_name = 'headache';

select is_empty($$select * from pg_temp.hours('10:00', '11:00')$$, 'no row without samples');
call pg_temp.note(1, 2, '10:00', '10:20');
call pg_temp.note(2, 3, '10:00', '10:30');
select results_eq(
    $$select * from pg_temp.hours('10:00', '11:00')$$,
    $$values ('10:00', 1, 30::bigint, '{2}'::integer[], '{3}'::integer[], '{1}'::integer[], '30')$$,
    'of two sources at the same time, the watch counts');
call pg_temp.note(1, 1, '10:25', '11:10');
select results_eq(
    $$select * from pg_temp.hours('10:00', '11:00')$$,
    $$values ('10:00', 1, 60::bigint, '{1,2}'::integer[], '{1,3}'::integer[], '{0,1}'::integer[], '30 30'),
        ('11:00', 1, 10, '{1}', '{1}', '{1}', '10')$$,
    'a sample that begins while the watch has one covers time after it, and counts in the next piece, at whose start it wins');
call pg_temp.note(2, 0, '11:05', '11:05');
call pg_temp.note(1, 4, '11:05', '11:05');
call pg_temp.note(1, null, '11:30', '11:40');
select results_eq(
    $$select * from pg_temp.hours('11:00')$$,
    $$values ('11:00', 3, 20::bigint, '{1,2}'::integer[], '{-1,0,1}'::integer[], '{1,1,1}'::integer[], '10 0 10')$$,
    'a point of the watch counts before one of the phone; a text that is not in the catalogue is -1');
call pg_temp.note(2, 1, '11:00', '11:20');
call pg_temp.note(2, 1, '11:10', '11:20');
select results_eq(
    $$select count, duration, durations from pg_temp.hours('11:00')$$, $$values (4, 30::bigint, '10 0 20')$$,
    'samples of one source that overlap all count, and their time once');
