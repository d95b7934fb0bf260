\ir include/holders.sql
select plan(3);

select is(
    health_code.source_labels(1), '{"1": [1, "Watch", false, "10.1", "watch"], "2": [2, "App", false, null, "other"]}',
    'the source of each revision');
select is(health_code.source_labels(3), null, 'null without sources');
set session authorization pgtap_anna;
select is(
    health_code.source_labels(1) -> '1', '[1, "Source 1", false, "10.1", "watch"]', 'a label if the names are hidden');
