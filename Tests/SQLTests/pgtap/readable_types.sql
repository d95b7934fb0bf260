\ir include/holders.sql
select plan(2);

set local session authorization pgtap_anna;
select set_eq('select * from health.readable_types()', format('values (1, %s)', :steps), 'types that are readable at all times');
set local session authorization pgtap_ben;
select is_empty('select * from health.readable_types()', 'without people of whom everything is readable');
