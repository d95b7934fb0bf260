\ir include/holders.sql
select plan(9);

insert into health.token (token_id, person_id, holder_id, secret_sha256, name)
values ('00000000-0000-4000-8000-000000000001', 1, 101, sha256('a'), 'one'),
    ('00000000-0000-4000-8000-000000000002', 1, 101, sha256('b'), 'two');
\set first '00000000-0000-4000-8000-000000000001'
\set second '00000000-0000-4000-8000-000000000002'
select health.access_basis(1, 101, null) as granted, health.access_basis(1, 101, :'first') as narrowed
\gset
select is(health.access_basis(1, 101, :'second'), :'narrowed', 'tokens that narrow alike have the same');
update health.token set name = 'renamed' where token_id = :'first';
select is(health.access_basis(1, 101, :'first'), :'narrowed', 'a name changes nothing');
update health.token set to_time = '2024-01-20 00:00+00' where token_id = :'first';
select isnt(health.access_basis(1, 101, :'first'), :'narrowed', 'what a token narrows does');
select isnt(health.access_basis(2, 102, null), :'granted', 'other grants are another basis');

insert into health.sample_type (identifier, short_name, kind, access_group, in_catalogue) values ('new', 'new', 'quantity', 'other', false);
select is(health.access_basis(1, 101, null), :'granted', 'a new type in no catalogue changes nothing');
update health.sample_type set access_group = 'mind' where identifier = 'HKQuantityTypeIdentifierBodyMass';
select isnt(health.access_basis(1, 101, null), :'granted', 'a catalogue that moves a type to another group does');
select health.access_basis(1, 101, null) as granted
\gset
update health.access_grant set revoked_at = now() where person_id = 1 and preset is null and from_time is not null;
select isnt(health.access_basis(1, 101, null), :'granted', 'and so does a revocation');
insert into health.access_grant (person_id, grant_id, holder_id, may_read) values (1, gen_random_uuid(), 102, true);
select isnt(health.access_basis(1, 102, null), health.access_basis(2, 102, null), 'each person''s grants are a basis of their own');
set local session authorization pgtap_anna;
select throws_ok('select health.access_basis(2, 102, null)', '42501', null, 'an analyst does not ask about others');
