\ir include/holders.sql
select plan(2);

set local session authorization pgtap_ben;
select is(health.named_person_ids(), '{2}', 'the people whose names of sources are shown');
set local session authorization pgtap_anna;
select is(health.named_person_ids(), '{}', 'without those whose names are hidden');
