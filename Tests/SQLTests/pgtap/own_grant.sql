\ir include/holders.sql
select plan(2);

set session authorization pgtap_anna;
select results_eq(
    'select person, may_write, groups, types, from_time, shows_names from health.own_grant order by types',
    $$values ('Ada', false, '{}'::text[], '{bodyMass}'::text[], timestamptz '2024-01-01 00:00+00', true),
        ('Ada', true, '{}', '{heartRate}', null, true), ('Ada', false, '{}', '{stepCount}', null, false)$$,
    'each grant with its types, dates and rights');
set session authorization pgtap_ben;
select results_eq(
    'select person, holder, groups from health.own_grant', $$values ('Bea', 'Ben', '{all,clinical,reproductive,routes}'::text[])$$,
    'all groups');
