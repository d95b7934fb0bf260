begin;
\ir include/holders.sql
select plan(6);

select is(
    health.access_of(2, 102, null) - 'spans',
    '{"person": 2, "holder": 102, "mayRead": true, "mayWrite": false, "mayManage": false, "showsNames": true, "readsAll": true,
      "writesAll": false}',
    'a grant of everything');
select is(health.access_of(2, 102, null) -> 'spans', '[]', 'needs no list of types');
select is(
    health.access_of(1, 101, null) - 'spans',
    '{"person": 1, "holder": 101, "mayRead": true, "mayWrite": true, "mayManage": false, "showsNames": false, "readsAll": false,
      "writesAll": false}',
    'grants add up, and one that hides names hides them');
select is(jsonb_array_length(health.access_of(1, 101, null) -> 'spans'), 3, 'types with the same times are one element');
update health.access_grant set shows_names = false where holder_id = 102;
select ok(
    (health.access_of(2, 102, null) ->> 'readsAll')::boolean is false
    and jsonb_array_length(health.access_of(2, 102, null) -> 'spans') = 1,
    'who may not read names reads with the policies, and with all types');
set local session authorization pgtap_anna;
select throws_ok('select health.access_of(2, 102, null)', '42501', null, 'an analyst does not ask about others');

select * from finish();
rollback;
