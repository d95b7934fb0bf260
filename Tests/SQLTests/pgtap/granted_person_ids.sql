begin;
\ir include/people.sql
select plan(7);

create role pgtap_anna in role healthstore_analyst;
create role pgtap_ben in role healthstore_analyst;
insert into health.analyst_grant (person_id, analyst) values (2, 'pgtap_anna');
grant usage on schema pgtap to healthstore_analyst;

select set_eq('select unnest(health.granted_person_ids())', array[1, 2], 'the owner may read all people''s data');
set local healthstore.person_id = '1';
select set_eq('select unnest(health.granted_person_ids())', array[1], 'and limits it to one person with a setting');

set local session authorization pgtap_anna;
select is(health.granted_person_ids(), '{}', 'the setting grants nothing');
reset healthstore.person_id;
select set_eq('select unnest(health.granted_person_ids())', array[2], 'an analyst may read the data of the people granted');
select is(cardinality(health.granted_person_ids()), 200, 'repeated so often that the planner expects all people');
set local role healthstore_analyst;
select set_eq('select unnest(health.granted_person_ids())', array[2], 'in any role');
reset session authorization;

set local session authorization pgtap_ben;
select is(health.granted_person_ids(), '{}', 'a role without grants may read nobody''s data');
reset session authorization;

select * from finish();
rollback;
