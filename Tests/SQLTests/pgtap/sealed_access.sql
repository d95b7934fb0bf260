\ir include/holders.sql
select plan(5);

select set_config('healthstore.access', health.access_of(2, 102, null)::text, true) as access
\gset
select set_config('healthstore.access_seal', encode(health.seal_of_access(:'access'), 'hex'), true) as seal
\gset
select is(health.sealed_access(), null, 'nothing in a session that is not one of the service for statements');
create role healthstore_sql_test in role healthstore_analyst;
set local session authorization healthstore_sql_test;
select is(health.sealed_access(), :'access'::jsonb, 'the access that the service sealed');
select set_eq('select person_id from health.asker()', array[2], 'which says who may be read');
select set_config('healthstore.access', replace(:'access', '"person": 2', '"person": 1'), true);
select is(health.sealed_access(), null, 'nothing if a statement changed it');
select is_empty('select person_id from health.asker()', 'and then nobody may be read');
