create view health.clinical_document with (security_invoker = true) as
select
    sample.person_id,
    sample.person,
    sample.uuid,
    sample.start_time,
    sample.end_time,
    sample.local_start,
    sample.time_zone,
    sample_detail.parts ->> 'title' as title,
    sample_detail.parts ->> 'patientName' as patient_name,
    sample_detail.parts ->> 'authorName' as author_name,
    sample_detail.parts ->> 'custodianName' as custodian_name,
    sample_detail.parts ->> 'documentData' as document_data,
    sample.source_id,
    sample.source
from health.named_sample sample
left join health.sample_detail on sample_detail.person_id = sample.person_id and sample_detail.uuid = sample.uuid
where sample.identifier = 'HKDocumentTypeIdentifierCDA';

comment on view health.clinical_document is
    'CDA documents (HKCDADocumentSample).';
comment on column health.clinical_document.start_time is 'When the document begins to apply.';
comment on column health.clinical_document.end_time is 'When the document ends to apply.';
comment on column health.clinical_document.title is 'Title of the document.';
comment on column health.clinical_document.patient_name is 'Name of the patient.';
comment on column health.clinical_document.author_name is 'Name of the author.';
comment on column health.clinical_document.custodian_name is 'Name of the organisation that keeps the document.';
comment on column health.clinical_document.document_data is 'The XML as base64; convert_from(decode(document_data, ''base64''), ''UTF8'') decodes it. Null if it was not sent.';
