\ir include/people.sql
select plan(1);

select pg_temp.add_sample(
    'HKClinicalTypeIdentifierLabResultRecord',
    '{"identifier": "x1", "sourceURL": "https://x", "fhirVersion": "4.0.1", "resource": {"resourceType": "Observation"}}') as result
\gset
select results_eq(
    'select person, uuid, identifier, source_url, fhir_version, resource_type, resource, source from health.clinical_record',
    format($$values ('Ada', %L::uuid, 'x1', 'https://x', '4.0.1', 'Observation', '{"resourceType": "Observation"}'::jsonb, 'Watch')$$, :'result'),
    'a clinical record and its resource');
