\ir include/people.sql
select plan(1);

select pg_temp.add_sample('HKCorrelationTypeIdentifierFood') as meal,
    pg_temp.add_sample('HKQuantityTypeIdentifierDietarySugar', quantity => 5) as sugar
\gset
insert into health.contained_sample (person_id, container_uuid, uuid) values (1, :'meal', :'sugar');
select results_eq(
    'select person, uuid, type, source, objects from health.correlation',
    format($$values ('Ada', %L::uuid, 'food', 'Watch', array[%L::uuid])$$, :'meal', :'sugar'),
    'a correlation has the uuids of its samples');
