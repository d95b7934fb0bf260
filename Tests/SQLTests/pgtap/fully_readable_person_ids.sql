\ir include/holders.sql
select plan(4);

select is(health.fully_readable_person_ids(), '{1,2}', 'the owner');

set local session authorization pgtap_ben;
select is(health.fully_readable_person_ids(), '{2}', 'the people of whom everything is granted');
set local session authorization pgtap_anna;
select is(health.fully_readable_person_ids(), '{}', 'without those of whom a part is');

set local session authorization pgtap_cleo;
select is(health.fully_readable_person_ids(), '{}', 'an analyst without grants');
