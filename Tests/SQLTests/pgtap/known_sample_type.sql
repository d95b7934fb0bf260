select plan(5);

select is(
    health_code.known_sample_type('sleepAnalysis'),
    (select sample_type_id from health.sample_type where identifier = 'HKCategoryTypeIdentifierSleepAnalysis'), 'a short name');
select is(
    health_code.known_sample_type('HKWorkoutTypeIdentifier'),
    (select sample_type_id from health.sample_type where identifier = 'HKWorkoutTypeIdentifier'), 'an identifier');
insert into health.sample_type (identifier, short_name, kind, in_catalogue)
values ('org.example', 'org.example', 'quantity', false), ('x:stepCount', 'stepCount', 'category', false);
select is(
    health_code.known_sample_type('org.example'),
    (select sample_type_id from health.sample_type where identifier = 'org.example'), 'a type that is not in the catalogue');
select is(
    health_code.known_sample_type('stepCount'),
    (select sample_type_id from health.sample_type where identifier = 'HKQuantityTypeIdentifierStepCount'),
    'the quantity type, if two have the name');
select throws_ok($$select health_code.known_sample_type('x')$$, '22023', 'there is no sample type "x"', 'an unknown name');
