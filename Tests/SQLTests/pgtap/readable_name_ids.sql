\ir include/holders.sql
select plan(5);

insert into health.sample_type (sample_type_id, identifier, short_name, kind, in_catalogue) overriding system value
values (90001, 'org.example.a', 'org.example.a', 'quantity', false), (90002, 'org.example.b', 'org.example.b', 'quantity', false);
insert into health.person_sample_type (person_id, sample_type_id) values (1, 90001), (1, 90002), (2, 90002);
insert into health.unit (unit_id, unit_string) overriding system value values (90001, 'florps'), (90002, 'glorps');
insert into health.person_unit (person_id, unit_id) values (1, 90001), (1, 90002), (2, 90002);
insert into health.unit_type (person_id, unit_id, sample_type_id)
values (1, 90001, 90001), (1, 90002, 90002), (2, 90002, 90002);
update health.sample set sample_type_id = 90001, sent_unit_id = 90001 where uuid = :'step';
update health.access_grant set sample_type_ids = array[90001] where holder_id = 101 and sample_type_ids = array[:steps];

select set_eq('select unnest(health.readable_name_ids(false))', array[90001, 90002], 'the owner sees all types');
set local session authorization pgtap_anna;
select is(health.readable_name_ids(false), '{90001}', 'an analyst sees the types of readable samples');
select is(health.readable_name_ids(true), '{90001}', 'and the units in which such samples were sent');
set local session authorization pgtap_ben;
select is(health.readable_name_ids(false), '{90002}', 'or the types of a person of whom everything is readable');
select is(health.readable_name_ids(true), '{90002}', 'units, too');
