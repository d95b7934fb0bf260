\ir include/holders.sql
select plan(5);

create function pg_temp.saved(writes tstzmultirange, row_uuid uuid, sample_type_id integer) returns boolean language sql as
$$
    select health.is_covered_and_saved(
        array[row (1, array[$3], '{}', 101, false, $1)::health.readable_span], 1, $3, sample.start_time, sample.end_time, $2)
    from (select '2024-01-02 00:00+00'::timestamptz, '2024-01-02 01:00+00'::timestamptz) sample (start_time, end_time)
$$;

set local session authorization pgtap_anna;
select ok(pg_temp.saved('{(,)}', :'saved', :heart), 'a sample that the holder saved');
select ok(not pg_temp.saved('{(,)}', :'beat', :heart), 'not a sample that the person saved');
select ok(not pg_temp.saved('{["2024-01-02 00:30+00",)}', :'saved', :heart), 'not before the times that the holder may write');
select ok(
    not health.is_covered_and_saved(null, 1, :heart, '2024-01-02 00:00+00', '2024-01-02 01:00+00', :'saved'),
    'nothing is covered without spans');
set local session authorization pgtap_ben;
select ok(not pg_temp.saved('{(,)}', :'saved', :heart), 'an analyst cannot ask about another holder');
