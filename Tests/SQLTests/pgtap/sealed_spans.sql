begin;
\ir include/holders.sql
select plan(2);

set local session authorization pgtap_anna;
select set_eq(
    'select unnest((health.sealed_spans()).spans)', 'select spans from health.readable_spans() spans',
    'what the user of this session may read');
select isnt((health.sealed_spans()).seal, null, 'with a seal');

select * from finish();
rollback;
