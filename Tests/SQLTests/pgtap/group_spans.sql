\ir include/people.sql
select plan(5);

insert into health.holder (holder_id, name) values (901, 'app');
insert into health.access_grant (person_id, grant_id, holder_id, may_read, may_write, all_groups, groups, from_time, revoked_at)
values
    (1, gen_random_uuid(), 901, true, false, false, '{heart}', null, null),
    (1, gen_random_uuid(), 901, false, true, false, '{heart,other}', '2024-01-01 00:00+00', null),
    (1, gen_random_uuid(), 901, false, true, true, '{}', null, now()),
    (2, gen_random_uuid(), 901, true, true, true, '{routes}', null, null);

select set_eq(
    'select access_group, reads, writes from health.group_spans(1, 901, null)',
    $$values ('heart', '{(,)}'::tstzmultirange, '{["2024-01-01 00:00+00",)}'::tstzmultirange),
        ('other', '{}', '{["2024-01-01 00:00+00",)}')$$,
    'the readable and writable times of whole groups; revoked grants give nothing');
select set_eq(
    'select access_group from health.group_spans(2, 901, null)',
    'select distinct access_group from health.sample_type where access_group not in (''reproductive'', ''clinical'') union select ''other''',
    'all groups are all except the special groups that are not named');
insert into health.token (token_id, person_id, holder_id, secret_sha256, name, may_write, all_groups, groups)
values ('00000000-0000-4000-8000-000000000001', 1, 901, sha256('a'), 'narrow', false, false, '{heart}');
select set_eq(
    $$select access_group, reads, writes from health.group_spans(1, 901, '00000000-0000-4000-8000-000000000001')$$,
    $$values ('heart', '{(,)}'::tstzmultirange, '{}'::tstzmultirange)$$,
    'a token narrows the grants');
select is_empty($$select * from health.group_spans(1, 901, gen_random_uuid())$$, 'an unknown token gives nothing');
select is_empty('select * from health.group_spans(1, 902, null)', 'a holder without grants has nothing');
