\ir include/holders.sql
select plan(2);

select is(health_code.device_labels(1), '{"1": "Apple Watch"}', 'the name of each device');
set session authorization pgtap_anna;
select is(health_code.device_labels(1), null, 'null if the names are hidden');
