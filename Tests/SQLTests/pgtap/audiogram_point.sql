\ir include/people.sql
select plan(1);

select pg_temp.add_sample(
    'HKDataTypeIdentifierAudiogram',
    '{"sensitivityPoints": [{"frequency": 1000, "leftEarSensitivity": 15, "rightEarMasked": true,
        "leftEarClampingRange": {"lowerBound": -10, "upperBound": 90}}]}') as hearing
\gset
select results_eq(
    $$select person, uuid, ordinal, frequency, left_ear_sensitivity, right_ear_sensitivity, left_ear_masked, right_ear_masked,
        left_ear_clamping_lower_bound, left_ear_clamping_upper_bound
    from health.audiogram_point$$,
    format($$values ('Ada', %L::uuid, 0, 1000::float8, 15::float8, null::float8, null::boolean, true, -10::float8,
        90::float8)$$, :'hearing'),
    'a point of an audiogram; null if not sent');
