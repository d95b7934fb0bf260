\ir include/holders.sql
select plan(2);

set local session authorization pgtap_anna;
select set_eq(
    'select * from health.readable_spans()',
    format(
        $$values (1, array[%s], '{["2024-01-01 00:00+00","2024-02-01 00:00+00")}'::tstzmultirange, 101, false, '{}'::tstzmultirange),
            (1, array[%s], '{}', 101, false, '{(,)}'),
            (1, array[%s], '{(,)}', 101, false, '{}'::tstzmultirange)$$, :mass, :heart, :steps),
    'types with the times at which they are readable, and types of which only own samples are readable');
set local session authorization pgtap_ben;
select is_empty('select * from health.readable_spans()', 'without people of whom everything is readable');
