begin;
\ir include/holders.sql
select plan(4);

select ok(health.reads_everything(), 'the owner');
set local session authorization pgtap_ben;
select ok(health.reads_everything(), 'an analyst with a grant of everything');
reset session authorization;
set local session authorization pgtap_anna;
select ok(not health.reads_everything(), 'not an analyst with a narrower grant');
reset session authorization;
set local session authorization pgtap_cleo;
select ok(not health.reads_everything(), 'not an analyst without grants');

select * from finish();
rollback;
