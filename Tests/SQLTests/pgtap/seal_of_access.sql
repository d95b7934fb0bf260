\ir include/holders.sql
select plan(3);

select is(health.seal_of_access('{}'), health.seal_of_access('{}'), 'the same in one transaction');
select isnt(health.seal_of_access('{}'), health.seal_of_access('{ }'), 'another for another access');
set local session authorization pgtap_anna;
select throws_ok($$select health.seal_of_access('{}')$$, '42501', null, 'not for users, who could seal an access of their own making');
