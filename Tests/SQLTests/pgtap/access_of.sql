\ir include/holders.sql
select plan(13);

select is(
    health.access_of(2, 102, null) - '{spans,firstTime,lastTime}'::text[],
    '{"person": 2, "holder": 102, "isOwn": false, "mayRead": true, "mayWrite": false, "mayManage": false, "showsNames": true, "readsAll": true,
      "writesAll": false}',
    'a grant of everything');
select is(health.access_of(2, 102, null) ->> 'spans', '{}', 'needs no list of types');
select is(
    health.access_of(1, 101, null) - '{spans,firstTime,lastTime}'::text[],
    '{"person": 1, "holder": 101, "isOwn": false, "mayRead": true, "mayWrite": true, "mayManage": false, "showsNames": false, "readsAll": false,
      "writesAll": false}',
    'grants add up, and one grant that hides names hides all names');
select health.access_of(1, 101, null)::text as access
\gset
set local datestyle = 'SQL, DMY';
set local timezone = 'EST-160';
select is(health.access_of(1, 101, null)::text, :'access', 'the settings of the session change no time');
reset datestyle;
reset timezone;
insert into health.holder (holder_id, person_id) values (104, 1);
select ok(
    (health.access_of(1, 104, null) ->> 'isOwn')::boolean and not (health.access_of(2, 104, null) ->> 'isOwn')::boolean,
    'the holder of a person is the own holder of this person only');
select is(
    health.access_of(2, 102, null) ->> 'firstTime' || ' to ' || (health.access_of(2, 102, null) ->> 'lastTime'), '-infinity to infinity',
    'without limits, samples of all times may be read');
select is(
    (
        select array[min(coalesce(lower(part), '-infinity')), max(coalesce(upper(part), 'infinity'))]
        from unnest((health.access_of(1, 101, null) ->> 'spans')::health.readable_span[]) span
        cross join unnest(span.reads + span.writes) as part
    ),
    array[
        health.access_of(1, 101, null) ->> 'firstTime', health.access_of(1, 101, null) ->> 'lastTime']::timestamptz[],
    'firstTime and lastTime contain the times of all spans');
select is(cardinality((health.access_of(1, 101, null) ->> 'spans')::health.readable_span[]), 3, 'types with the same times are one element');
insert into health.token (token_id, person_id, holder_id, secret_sha256, name)
values ('00000000-0000-4000-8000-000000000001', 2, 102, sha256('a'), 'wide');
select ok(
    (health.access_of(2, 102, '00000000-0000-4000-8000-000000000001') ->> 'readsAll')::boolean,
    'a token without limits gives everything');
update health.access_grant set may_write = true where holder_id = 102;
update health.token set may_read = false where token_id = '00000000-0000-4000-8000-000000000001';
select is(
    health.access_of(2, 102, '00000000-0000-4000-8000-000000000001') - '{firstTime,lastTime,person,holder,isOwn,mayManage,showsNames}'::text[],
    '{"mayRead": false, "mayWrite": true, "readsAll": false, "writesAll": true, "spans": "{}"}',
    'a token without the right to read reads nothing, not even what its holder saved');
update health.access_grant set may_read = false where holder_id = 102;
select is(
    cardinality((health.access_of(2, 102, null) ->> 'spans')::health.readable_span[]), 1,
    'a holder without the right to read has spans, because it reads what it saved');
update health.access_grant set may_read = true, may_write = false where holder_id = 102;
update health.access_grant set shows_names = false where holder_id = 102;
select ok(
    (health.access_of(2, 102, null) ->> 'readsAll')::boolean is false
    and cardinality((health.access_of(2, 102, null) ->> 'spans')::health.readable_span[]) = 1,
    'a holder that may not read names reads through the policies, with all types');
set local session authorization pgtap_anna;
select throws_ok('select health.access_of(2, 102, null)', '42501', null, 'an analyst cannot ask about other holders');
