\ir include/holders.sql
select plan(9);

insert into health.holder (holder_id, person_id) values (104, 1);
insert into health.sample_holder (person_id, uuid, holder_id) values (1, :'beat', 101);

set local session authorization pgtap_anna;
select ok(health.is_of_holder(1, :'saved', 101, 101), 'a row that names the holder');
select ok(not health.is_of_holder(1, :'step', 102, 101), 'not a row that names another');
select ok(not health.is_of_holder(1, :'step', null, 101), 'nor one that names none, which the person saved');
select ok(health.is_of_holder(1, :'beat', null, 101), 'but for a sample that the holder saved, too');
select ok(not health.is_of_holder(2, :'saved', 101, 101), 'nor one of a person whose grant was revoked');
select ok(not health.is_of_holder(1, :'step', 104, 104), 'an analyst does not ask for another holder');
reset session authorization;
set local role healthstore_reader;
select ok(health.is_of_holder(1, :'step', null, 104), 'the person''s own holder saved a row that names none');
select ok(not health.is_of_holder(2, :'step', null, 104), 'but not those of other people');
select ok(not health.is_of_holder(1, :'saved', 101, 104), 'nor a row that names another holder');
