\ir include/people.sql
select plan(1);

select is(health.special_access_groups(), '{clinical,reproductive,routes}', 'the groups that a grant has to name');
