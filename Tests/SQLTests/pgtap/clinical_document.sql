\ir include/people.sql
select plan(1);

select pg_temp.add_sample(
    'HKDocumentTypeIdentifierCDA',
    '{"title": "Summary", "patientName": "Ada", "authorName": "B", "custodianName": "Clinic", "documentData": "PGEvPg=="}') as document
\gset
select results_eq(
    $$select uuid, title, patient_name, author_name, custodian_name, convert_from(decode(document_data, 'base64'), 'UTF8') collate "default"
    from health.clinical_document$$,
    format($$values (%L::uuid, 'Summary', 'Ada', 'B', 'Clinic', '<a/>')$$, :'document'),
    'a document and its XML');
