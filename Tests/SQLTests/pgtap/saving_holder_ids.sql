\ir include/holders.sql
select plan(5);

set local session authorization pgtap_anna;
select is(health.saving_holder_ids(), '{101}', 'the holder of the session');
reset session authorization;
insert into health.holder (holder_id, person_id) values (100, 1);
insert into health.access_grant (person_id, grant_id, holder_id, may_write, sample_type_ids)
values (1, gen_random_uuid(), 100, true, array[:heart]);
select health.access_of(1, 100, null) as access
\gset
set local healthstore.reader = 1;
set local healthstore.access = :'access';
set local role healthstore_reader;
select is(health.saving_holder_ids(), '{0}', 'samples of the own holder have no holder_id');
reset role;
insert into health.sample_holder (person_id, uuid, holder_id) values (1, :'beat', 101);
set local session authorization pgtap_anna;
select is(health.saving_holder_ids(), null, 'holder_id does not decide if another holder had saved a sample before');
reset session authorization;
delete from health.sample_holder;
insert into health.access_grant (person_id, grant_id, holder_id, may_write, sample_type_ids)
values (2, gen_random_uuid(), 101, true, array[:heart]);
set local session authorization pgtap_anna;
select is(health.saving_holder_ids(), null, 'nor for several people');
reset session authorization;
set local session authorization pgtap_cleo;
select is(health.saving_holder_ids(), '{}', 'nothing may be read only because it was saved');
