begin;
\ir include/holders.sql
select plan(2);

set local session authorization pgtap_anna;
select set_eq(
    'select * from health.partly_readable_types()', format('values (1, %s), (1, %s)', :mass, :heart),
    'types that are readable at some times, or of which the holder saved samples');
reset session authorization;
update health.sample set holder_id = null where uuid = :'saved';
set local session authorization pgtap_anna;
select set_eq(
    'select * from health.partly_readable_types()', format('values (1, %s)', :mass),
    'not types of which others saved all samples');

select * from finish();
rollback;
