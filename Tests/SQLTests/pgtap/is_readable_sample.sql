begin;
\ir include/holders.sql
select plan(9);

set local session authorization pgtap_anna;
select ok(health.is_readable_sample(1, :'step'), 'a sample of a type that may be read at all times');
select ok(health.is_readable_sample(1, :'weight'), 'a sample at a time at which its type may be read');
select ok(health.is_readable_sample(1, :'saved'), 'a sample that the reader saved');
select ok(not health.is_readable_sample(1, :'beat'), 'not a sample that the person saved');
select ok(not health.is_readable_sample(2, :'step'), 'not a sample of another person');
select ok(not health.is_readable_sample(1, gen_random_uuid()), 'not an unknown sample');
reset session authorization;
update health.sample set end_time = '2024-02-01 00:00:01+00' where uuid = :'weight';
set local session authorization pgtap_anna;
select ok(not health.is_readable_sample(1, :'weight'), 'not a sample that ends after the times that may be read');
reset session authorization;
set local session authorization pgtap_cleo;
select ok(not health.is_readable_sample(1, :'step'), 'nothing without a grant');
reset session authorization;
select ok(health.is_readable_sample(1, :'beat'), 'everything for the owner of the store');

select * from finish();
rollback;
