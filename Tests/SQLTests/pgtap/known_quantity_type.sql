begin;
\ir include/measured.sql
select plan(4);

select is(health_code.known_quantity_type('stepCount'), pg_temp.type_id('stepCount'), 'by short name');
select is(
    health_code.known_quantity_type('HKQuantityTypeIdentifierStepCount'), pg_temp.type_id('stepCount'), 'by identifier');
select throws_ok(
    $$select health_code.known_quantity_type('stepcount')$$, '22023', 'there is no sample type "stepcount"',
    'an error for an unknown type');
select throws_ok(
    $$select health_code.known_quantity_type('sleepAnalysis')$$, '22023',
    'sleepAnalysis is a category type; statistics need a quantity type', 'an error for another kind of type');

select * from finish();
rollback;
