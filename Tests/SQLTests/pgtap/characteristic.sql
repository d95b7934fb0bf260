\ir include/people.sql
select plan(1);

insert into health.export_element (person_id, uuid, name, element, change_position, key)
values (
    1, gen_random_uuid(), 'Me',
    '{"attributes": {"HKCharacteristicTypeIdentifierBloodType": "HKBloodTypeAPositive", "HKCharacteristicTypeIdentifierDateOfBirth": "", "New": "x"}}',
    1, '');
select results_eq(
    'select person, type, value, value_name from health.characteristic order by type collate "C"',
    $$values ('Ada', 'New', 'x', null), ('Ada', 'bloodType', 'HKBloodTypeAPositive', 'aPositive'), ('Ada', 'dateOfBirth', null, null)$$,
    'the characteristics of the export, with the names of the catalogue');
