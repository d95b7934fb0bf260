\ir include/measured.sql
select plan(6);

select is(health_code.known_quantity_type('stepCount'), pg_temp.type_id('stepCount'), 'by short name');
select is(
    health_code.known_quantity_type('HKQuantityTypeIdentifierStepCount'), pg_temp.type_id('stepCount'), 'by identifier');
select throws_ok(
    $$select health_code.known_quantity_type('stepcount')$$, '22023', 'there is no sample type "stepcount"',
    'an error for an unknown type');
select throws_ok(
    $$select health_code.known_quantity_type('headache')$$, '22023',
    'headache is not a quantity type; statistics need one', 'an error for another kind of type');
select is(
    health_code.known_quantity_type('headache', or_category => true),
    (select sample_type_id from health.sample_type where short_name = 'headache'), 'a category type');
select throws_ok(
    $$select health_code.known_quantity_type('sleepAnalysis', or_category => true)$$, '22023',
    'sleepAnalysis has nights and no statistics', 'an error for sleep');
