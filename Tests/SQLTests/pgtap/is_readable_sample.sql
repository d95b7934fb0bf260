\ir include/holders.sql
select plan(10);

create function pg_temp.is_readable(of_person_id integer, of_uuid uuid) returns boolean
language sql as $$ select health.is_readable_sample(health.sealed_spans(), of_person_id, of_uuid) $$;

set local session authorization pgtap_anna;
select ok(pg_temp.is_readable(1, :'step'), 'a sample of a type that may be read at all times');
select ok(pg_temp.is_readable(1, :'weight'), 'a sample at a time at which its type may be read');
select ok(pg_temp.is_readable(1, :'saved'), 'a sample that the reader saved');
select ok(not pg_temp.is_readable(1, :'beat'), 'not a sample that the person saved');
select ok(not pg_temp.is_readable(2, :'step'), 'not a sample of another person');
select ok(not pg_temp.is_readable(1, gen_random_uuid()), 'not an unknown sample');
-- The seal of these spans is genuine, and the first span is not.
select ok(
    not health.is_readable_sample(
        row(array[row(1, array[:heart], '{(,)}', 101, false, '{}')::health.readable_span] || (genuine).spans, (genuine).seal),
        1, :'beat'),
    'not with spans of one''s own making')
from health.sealed_spans() as genuine;
select health.sealed_spans() as sealed
\gset
select ok(
    not health.is_readable_sample(:'sealed'::health.sealed_spans, 1, :'step'),
    'not with spans of an earlier statement, which a revocation does not change');
reset session authorization;
update health.sample set end_time = '2024-02-01 00:00:01+00' where uuid = :'weight';
set local session authorization pgtap_anna;
select ok(not pg_temp.is_readable(1, :'weight'), 'not a sample that ends after the times that may be read');
set local session authorization pgtap_cleo;
select ok(not pg_temp.is_readable(1, :'step'), 'nothing without a grant');
