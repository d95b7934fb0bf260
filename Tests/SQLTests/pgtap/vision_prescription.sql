\ir include/people.sql
select plan(2);

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

select pg_temp.add_sample(
    'HKVisionPrescriptionTypeIdentifier',
    '{"prescriptionType": "Glasses", "expirationDate": "2026-05-01T08:00:00Z",
        "rightEye": {"cylinder": 0.5, "axis": 90, "addPower": 1, "vertexDistance": 14, "prism": {"angle": 45},
            "farPupillaryDistance": 32},
        "leftEye": {"baseCurve": 8.6, "diameter": 14.2}}') as others
\gset
select results_eq(
    format(
        'select eye, expiration_date, cylinder, axis, add_power, vertex_distance, prism_angle, far_pupillary_distance, base_curve,
            diameter
        from health.vision_prescription where uuid = %L order by eye desc', :'others'),
    $$values
        ('right', timestamptz '2026-05-01 08:00Z', 0.5::float8, 90::float8, 1::float8, 14::float8, 45::float8, 32::float8,
            null::float8, null::float8),
        ('left', '2026-05-01 08:00Z', null, null, null, null, null, null, 8.6, 14.2)$$,
    'all figures of a lens');
