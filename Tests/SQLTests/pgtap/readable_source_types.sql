begin;
\ir include/holders.sql
select plan(2);

set local session authorization pgtap_anna;
select set_eq(
    'select * from health.readable_source_types()',
    format(
        'values (1, 1, null::integer, %1$s), (1, 1, null, %2$s), (1, null, 1, %1$s), (1, 2, 0, %3$s)', :steps, :mass, :heart),
    'sources and devices of readable types, and those of the samples that the holder saved');
reset session authorization;
set local session authorization pgtap_ben;
select is_empty('select * from health.readable_source_types()', 'without people of whom everything is readable');

select * from finish();
rollback;
