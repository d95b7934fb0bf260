begin;
\ir include/people.sql
select plan(7);

create role pgtap_anna in role healthstore_analyst;
create role pgtap_ben in role healthstore_analyst;
insert into health.analyst_grant (person_id, analyst) values (2, 'pgtap_anna');
grant usage on schema pgtap to healthstore_analyst;

select set_eq('select unnest(health.granted_person_ids())', array[1, 2], 'the owner may read about everybody');
set local healthstore.person_id = '1';
select set_eq('select unnest(health.granted_person_ids())', array[1], 'and asks about one with a setting');

set local session authorization pgtap_anna;
select is(health.granted_person_ids(), '{}', 'the setting does not grant anybody');
reset healthstore.person_id;
select set_eq('select unnest(health.granted_person_ids())', array[2], 'an analyst may read about whom they were granted');
select is(cardinality(health.granted_person_ids()), 200, 'repeated so often that the planner takes it for everybody');
set local role healthstore_analyst;
select set_eq('select unnest(health.granted_person_ids())', array[2], 'in whatever role');
reset session authorization;

set local session authorization pgtap_ben;
select is(health.granted_person_ids(), '{}', 'who was granted nobody may read about nobody');
reset session authorization;

select * from finish();
rollback;
