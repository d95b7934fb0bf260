create view health.clinical_document with (security_invoker = true) as
select
    sample.person_id,
    person.name as person,
    sample.uuid,
    sample.start_time,
    sample.end_time,
    sample_detail.parts ->> 'title' as title,
    sample_detail.parts ->> 'patientName' as patient_name,
    sample_detail.parts ->> 'authorName' as author_name,
    sample_detail.parts ->> 'custodianName' as custodian_name,
    sample_detail.parts ->> 'documentData' as document_data,
    coalesce(source.name, source_kind.label) as source
from health.sample
join health.sample_type using (sample_type_id)
join health.person on person.person_id = sample.person_id
left join health.source_revision
    on source_revision.person_id = sample.person_id
    and source_revision.source_revision_id = sample.source_revision_id
left join health.source_kind
    on source_kind.person_id = source_revision.person_id and source_kind.source_id = source_revision.source_id
left join health.source
    on source.person_id = source_kind.person_id and source.source_id = source_kind.source_id
left join health.sample_detail on sample_detail.person_id = sample.person_id and sample_detail.uuid = sample.uuid
where sample_type.identifier = 'HKDocumentTypeIdentifierCDA';

comment on view health.clinical_document is
    'CDA documents (HKCDADocumentSample).';
comment on column health.clinical_document.person_id is 'The person to whom the sample belongs.';
comment on column health.clinical_document.person is 'The person''s name.';
comment on column health.clinical_document.uuid is 'The sample, in health.sample.';
comment on column health.clinical_document.start_time is 'When the document begins to apply.';
comment on column health.clinical_document.end_time is 'When the document ends to apply.';
comment on column health.clinical_document.title is 'Title of the document.';
comment on column health.clinical_document.patient_name is 'Name of the patient.';
comment on column health.clinical_document.author_name is 'Name of the author.';
comment on column health.clinical_document.custodian_name is 'Name of the organisation that keeps the document.';
comment on column health.clinical_document.document_data is 'The XML as base64; convert_from(decode(document_data, ''base64''), ''UTF8'') decodes it. Null if it was not sent.';
comment on column health.clinical_document.source is 'Name of the source; a label if the name is hidden.';
