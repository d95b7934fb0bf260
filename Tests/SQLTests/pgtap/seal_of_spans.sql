\ir include/holders.sql
select plan(4);

select is(health.seal_of_spans('{}'), health.seal_of_spans('{}'), 'the same in one statement');
select isnt(
    health.seal_of_spans('{}'),
    health.seal_of_spans(array[row(1, array[:heart], '{(,)}', 101, false, '{}')::health.readable_span]), 'another for other spans');
select health.seal_of_spans('{}') as earlier
\gset
select isnt(health.seal_of_spans('{}'), :'earlier', 'another in another statement');
set local session authorization pgtap_anna;
select throws_ok($$select health.seal_of_spans('{}')$$, '42501', null, 'not for users, who could seal spans of their own making');
