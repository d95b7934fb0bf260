\ir include/people.sql
select plan(3);

select pg_temp.add_sample('HKCorrelationTypeIdentifierFood') as meal,
    pg_temp.add_sample('HKQuantityTypeIdentifierDietaryEnergyConsumed', quantity => 250) as energy,
    pg_temp.add_sample('HKQuantityTypeIdentifierDietarySodium', quantity => 0.4) as sodium,
    pg_temp.add_sample('HKQuantityTypeIdentifierDietarySodium', quantity => 0.1) as salt,
    pg_temp.add_sample('HKQuantityTypeIdentifierDietaryZinc', quantity => 0.002) as zinc,
    pg_temp.add_sample('HKQuantityTypeIdentifierDietaryProtein', quantity => 9) as other
\gset
insert into health.contained_sample (person_id, container_uuid, uuid)
select 1, :'meal', uuid from unnest(array[:'energy', :'sodium', :'salt', :'zinc']::uuid[]) uuid;
select results_eq(
    'select person, uuid, name, energy, sodium, protein, nutrients, source from health.food',
    format(
        $$values ('Ada', %L::uuid, null, 250::float8, 500::float8, null::float8,
            '{"dietaryEnergyConsumed": 250, "dietarySodium": 500, "dietaryZinc": 2}'::jsonb, 'Watch')$$, :'meal'),
    'the nutrients of a meal in their preferred units, several samples added up');
insert into health.sample_detail (person_id, uuid, metadata) values (1, :'meal', '{"HKFoodType": "Muesli"}');
select is((select name from health.food), 'Muesli', 'the name of the food');
delete from health.contained_sample;
select results_eq('select energy, nutrients from health.food', 'values (null::float8, null::jsonb)', 'a meal without nutrients');
