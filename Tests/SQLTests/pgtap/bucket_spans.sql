\ir include/figures.sql
select plan(9);

-- Minutes from midnight on.
create function pg_temp.shown(times tstzmultirange) returns text
language plpgsql as $$
begin
    return (
        select string_agg(
            floor(date_part('epoch', lower(span) - pg_temp.instant('00:00')) / 60) || '-'
                || floor(date_part('epoch', upper(span) - pg_temp.instant('00:00')) / 60), ' ')
        from unnest(times) span);
end
$$;
-- The spans of the pieces between clock times, as clock times.
create function pg_temp.spans(clocks text[], uses_rows boolean default true)
returns table (days text, hours text, samples text)
language sql as $$
    select pg_temp.shown(days), pg_temp.shown(hours), (
        select string_agg(pg_temp.shown(tstzmultirange(tstzrange(piece.since, piece.until))), ' ')
        from unnest(from_times, to_times) piece (since, until))
    from (select array(select pg_temp.instant(clock) from unnest(clocks) clock) as edges) plan
    cross join lateral health_code.bucket_spans(
        1, pg_temp.type_id('stepCount'), edges[:cardinality(edges) - 1], edges[2:], uses_rows)
$$;

select results_eq(
    $$select * from pg_temp.spans('{10:00, 12:00}')$$, $$values (null::text, '600-720', null::text)$$, 'whole hours, in minutes');
select results_eq(
    $$select * from pg_temp.spans('{10:30, 12:15, 14:00}')$$,
    $$values (null::text, '660-720 780-840', '630-660 720-735 735-780')$$,
    'an hour that an edge cuts comes from samples, one piece for each bucket');
select results_eq(
    $$select * from pg_temp.spans('{10:30, 10:40}')$$, $$values (null::text, null::text, '630-640')$$, 'no whole hour');
select results_eq(
    $$select * from pg_temp.spans('{00:00, 24:00, 72:00}')$$, $$values ('0-4320', null::text, null::text)$$,
    'longer buckets without days and marks have no samples');
call pg_temp.add_day('stepCount', '2024-01-01', '00:00', '24:00', 1, 0, 1);
call pg_temp.add_day('stepCount', '2024-01-02', '24:00', '47:00', 1, 0, 1);
call pg_temp.add_day('stepCount', '2024-01-03', '47:00', '71:30', 1, 0, 1);
select results_eq(
    $$select * from pg_temp.spans('{00:00, 48:00, 72:00}')$$, $$values ('0-2820 4290-4320', '2820-4260', '4260-4290')$$,
    'days that lie in one bucket; the hours of other days, and samples of the rest');
call pg_temp.mark('stepCount', '25:10', '26:00:00.5');
select results_eq(
    $$select * from pg_temp.spans('{00:00, 72:00}')$$, $$values ('0-1440 2820-4320', '1440-1500 1620-2820', '1500-1620')$$,
    'a marked day comes from hours, and each hour of which any part is marked from samples');
call pg_temp.mark('stepCount', '-24:00', '-23:00');
select results_eq(
    $$select * from pg_temp.spans('{-48:00, 24:00}')$$, $$values ('-2880--1440 -1380-1440', null::text, '-1440--1380')$$,
    'marked times without a day come from samples');
select results_eq(
    $$select * from pg_temp.spans('{00:00, 48:00, 72:00}', false)$$,
    $$values (null::text, null::text, '0-2880 2880-4320')$$, 'without rows, all from samples');
select results_eq(
    $$select days is null or isempty(days), from_times from health_code.bucket_spans(
        1, pg_temp.type_id('stepCount'), array[pg_temp.instant('10:00')], array[pg_temp.instant('10:00')], true)$$,
    $$values (true, null::timestamptz[])$$, 'an empty bucket');
