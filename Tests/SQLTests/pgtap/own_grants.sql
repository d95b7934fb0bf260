\ir include/holders.sql
select plan(3);

set session authorization pgtap_anna;
select results_eq(
    'select person_id, holder, may_read, may_write, cardinality(sample_type_ids), shows_names from health.own_grants() order by 3, 6',
    $$values (1, 'Anna', false, true, 1, true), (1, 'Anna', true, false, 1, false), (1, 'Anna', true, false, 1, true)$$,
    'the grants of the user, without those that ended or were revoked');
set session authorization pgtap_cleo;
select is_empty('select * from health.own_grants()', 'no grants of other holders');
reset session authorization;
select is((select count(*) from health.own_grants()), 4::bigint, 'the owner sees those of all holders');
