begin;
\ir include/holders.sql
select plan(2);

set local session authorization pgtap_ben;
select is(health.fully_readable_person_ids(), '{2}', 'the people of whom everything is granted');
reset session authorization;
set local session authorization pgtap_anna;
select is(health.fully_readable_person_ids(), '{}', 'without those of whom a part is');

select * from finish();
rollback;
