\ir include/holders.sql
select plan(6);

create function pg_temp.is_saved(row_uuid uuid, sample_type_id integer, row_holder_id integer, start_time timestamptz)
returns boolean language sql as $$
    select health.is_saved_row(
        (select array_agg(spans) from health.partly_readable_spans() spans), 1, sample_type_id, start_time,
        start_time + interval '1 hour', row_uuid, row_holder_id)
$$;

set local session authorization pgtap_anna;
select ok(pg_temp.is_saved(:'saved', :heart, 101, '2024-01-02 00:00+00'), 'a row that the reader saved');
select ok(not pg_temp.is_saved(:'beat', :heart, null, '2024-01-02 00:00+00'), 'not a row that the person saved');
select ok(
    not health.is_saved_row(
        array[row(1, array[:heart], '{}', 102, false, '{(,)}')::health.readable_span], 1, :heart, '2024-01-02 00:00+00',
        '2024-01-02 00:00+00', :'saved', 102),
    'not with a span of another holder');
select ok(not pg_temp.is_saved(:'saved', :steps, 101, '2024-01-02 00:00+00'), 'not of a type that the reader may not write');
reset session authorization;
update health.access_grant set from_time = '2024-01-03 00:00+00' where holder_id = 101 and sample_type_ids = array[:heart];
set local session authorization pgtap_anna;
select ok(not pg_temp.is_saved(:'saved', :heart, 101, '2024-01-02 00:00+00'), 'not at times that the reader may not write');
set local session authorization pgtap_ben;
select ok(not pg_temp.is_saved(:'saved', :heart, 101, '2024-01-04 00:00+00'), 'not for another reader');
