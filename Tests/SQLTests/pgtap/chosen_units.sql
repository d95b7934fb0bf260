\ir include/people.sql
select plan(2);

select is(health_code.chosen_units(1), null, 'null if the person chose no unit');
insert into health.preferred_unit (person_id, sample_type_id, unit_string, factor, shift)
select person_id, 4, 'mi', 0.5, person_id from (values (1), (2)) person (person_id);
select is(health_code.chosen_units(2), '{"4": ["mi", 0.5, 2]}', 'the units of each type that the person chose');
