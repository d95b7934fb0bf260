\ir include/holders.sql
select plan(8);

select results_eq(
    'select person_id, holder_id, reads_all, shows_names from health.asker() order by 1',
    'values (1, null::integer, true, true), (2, null, true, true)', 'the owner reads everything');
set local session authorization pgtap_anna;
select results_eq(
    'select person_id, holder_id, reads_all, shows_names, cardinality(spans) from health.asker()',
    'values (1, 101, false, false, 3)', 'an analyst reads with the grants of the role''s holder');
select results_eq(
    'select reads_all, shows_names, cardinality(spans) from health.asker(false)', 'values (false, false, 0)',
    'without spans, the rights are the same');
set local healthstore.asked_person_id = '2';
select is_empty('select * from health.asker()', 'functions limit it to one person with a setting');
reset healthstore.asked_person_id;
select results_eq(
    $$select current_setting('healthstore.asked_person_id', true)
    from health_code.statistics('Ada', 'stepCount', 'UTC', '2024-01-01', '2024-01-02')$$,
    $$values ('')$$, 'which they reset');
reset session authorization;
set local role healthstore_reader;
select is_empty('select * from health.asker()', 'the service''s role reads nothing without a holder');
select set_config('healthstore.access', '{"person": 2, "holder": 7, "readsAll": false, "showsNames": true, "spans": "{}"}', true);
select results_eq('select person_id, holder_id from health.asker()', 'values (2, 7)', 'with the setting it reads the person of the setting');
reset role;
set local session authorization pgtap_cleo;
select is_empty('select * from health.asker()', 'the setting gives an analyst nothing');
