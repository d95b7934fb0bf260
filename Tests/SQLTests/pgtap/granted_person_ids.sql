\ir include/holders.sql
select plan(9);

select set_eq('select unnest(health.granted_person_ids())', array[1, 2], 'the owner may read all people''s data');
set local healthstore.person_id = '1';
select set_eq('select unnest(health.granted_person_ids())', array[1], 'and limits it to one person with a setting');

set local session authorization pgtap_ben;
select is(health.granted_person_ids(), '{}', 'the setting grants nothing');
reset healthstore.person_id;
select set_eq('select unnest(health.granted_person_ids())', array[2], 'an analyst may read the data of the granted people');
select is(cardinality(health.granted_person_ids()), 200, 'the id is repeated so often that the planner expects all people');
set local role healthstore_analyst;
select set_eq('select unnest(health.granted_person_ids())', array[2], 'in any role');
reset session authorization;

set local session authorization pgtap_anna;
select set_eq('select unnest(health.granted_person_ids())', array[1], 'a revoked grant gives nothing');
set local session authorization pgtap_cleo;
select is(health.granted_person_ids(), '{}', 'a role without grants may read the data of no person');
reset session authorization;

set local role healthstore_reader;
select is(health.granted_person_ids(), '{}', 'the service''s role reads nothing until it names a holder');
