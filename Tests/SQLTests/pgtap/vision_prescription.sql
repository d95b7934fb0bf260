begin;
\ir include/people.sql
select plan(1);

select pg_temp.add_sample(
    'HKVisionPrescriptionTypeIdentifier',
    '{"prescriptionType": "glasses", "rightEye": {"sphere": -1.5, "prism": {"amount": 2}}, "leftEye": {"sphere": -2}}') as lenses
\gset
select results_eq(
    'select person, uuid, eye, prescription_type, sphere, prism_amount from health.vision_prescription order by eye desc',
    format(
        $$values ('Ada', %1$L::uuid, 'right', 'glasses', -1.5::float8, 2::float8), ('Ada', %1$L, 'left', 'glasses', -2, null)$$,
        :'lenses'),
    'one row for each eye');

select * from finish();
rollback;
