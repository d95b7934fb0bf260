\set QUIET on
select plan(9);

create function pg_temp.at(minute double precision) returns timestamptz
language sql as $$ select timestamptz '2024-01-01 10:00Z' + minute * interval '1 minute' $$;
-- The metres of each cell of a workout of 20 minutes, `from-to:metres`. A piece is
-- {from, to, metres, rank}, and rank 0 is the source that knows the pauses.
create function pg_temp.cells(pieces double precision[], pauses tstzmultirange default '{}') returns text
language sql as $$
    select string_agg(
        date_part('epoch', cell.from_time - pg_temp.at(0)) / 60 || '-' || date_part('epoch', cell.to_time - pg_temp.at(0)) / 60
            || ':' || round(cell.meters::numeric, 6)::double precision
            || case when cell.repeated_meters > 0 then '!' || round(cell.repeated_meters) else '' end, ' ' order by cell.from_time)
    from (
        select
            array_agg(pg_temp.at(pieces[number][1])) as from_times, array_agg(pg_temp.at(pieces[number][2])) as to_times,
            array_agg(pieces[number][3]) as distances, array_agg(pieces[number][4]::integer) as ranks,
            array_agg(pieces[number][4] = 0) as knows
        from generate_series(1, cardinality(pieces) / 4) number
    ) piece
    cross join lateral health_code.distance_cells(
        pg_temp.at(0), pg_temp.at(20), pauses, piece.from_times, piece.to_times, piece.distances, piece.ranks, piece.knows) cell
$$;
create function pg_temp.pause(since double precision, until double precision) returns tstzmultirange
language sql as $$ select tstzmultirange(tstzrange(pg_temp.at(since), pg_temp.at(until))) $$;

select is(pg_temp.cells('{{0,5,1000,0},{5,15,1600,0}}'), '0-5:1000 5-15:1600 15-20:0', 'samples one after the other');
select is(
    pg_temp.cells('{{0,5,1000,0},{5,15,1600,0},{15,20,1000,0}}', pg_temp.pause(7, 9)), '0-5:1000 5-7:400 9-15:1200 15-20:1000',
    'a sample across a pause is spread over its time outside of it, 200 metres a minute all the way');
select is(
    pg_temp.cells('{{0,20,2000,1}}', pg_temp.pause(5, 15)), '0-5:500 15-20:500',
    'another source knows of no pause, and what it measured in it is left out');
select is(pg_temp.cells('{{5,8,300,0},{6,6,50,0}}', pg_temp.pause(4, 10)), '0-4:0 10-20:0', 'what lies in a pause is left out');
select is(
    pg_temp.cells('{{0,10,1000,0},{5,15,500,0}}'), '0-5:500 5-10:750!250 10-15:250 15-20:0',
    'samples of one source that overlap all count, and what that adds is said');
select is(
    pg_temp.cells('{{0,10,1000,0},{5,15,500,1}}'), '0-5:500 5-10:500 10-15:250 15-20:0',
    'of two sources, the one with the higher priority counts at each instant');
select is(pg_temp.cells('{{-5,5,1000,0},{15,25,600,0}}'), '0-5:500 5-15:0 15-20:300', 'of a sample only the part in the workout counts');
select is(
    round((select sum(cell.meters) from health_code.distance_cells(
        pg_temp.at(0), pg_temp.at(20), '{}', array[pg_temp.at(0), pg_temp.at(3), pg_temp.at(12)],
        array[pg_temp.at(10), pg_temp.at(3), pg_temp.at(12)], '{1000,70,30}', '{0,1,1}', '{false,false,false}') cell)), 1030::double precision,
    'a point counts unless a source of higher priority has a sample at its instant');
select is(pg_temp.cells('{}'), '0-20:0', 'one cell without samples');
