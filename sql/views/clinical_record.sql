create view health.clinical_record with (security_invoker = true) as
select
    sample.person_id,
    person.name as person,
    sample.uuid,
    sample_type.short_name as type,
    sample.start_time as received_date,
    sample_detail.parts ->> 'identifier' as identifier,
    sample_detail.parts ->> 'sourceURL' as source_url,
    sample_detail.parts ->> 'fhirVersion' as fhir_version,
    sample_detail.parts #>> '{resource,resourceType}' as resource_type,
    sample_detail.parts -> 'resource' as resource,
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
where sample_type.kind = 'other' and sample_type.identifier like 'HKClinicalTypeIdentifier%';

comment on view health.clinical_record is
    'Clinical records (HKClinicalRecord).';
comment on column health.clinical_record.person_id is 'The person to whom the sample belongs.';
comment on column health.clinical_record.person is 'The person''s name.';
comment on column health.clinical_record.uuid is 'HealthKit''s uuid, or one computed from the content.';
comment on column health.clinical_record.type is 'Short name of the type, such as labResultRecord.';
comment on column health.clinical_record.received_date is 'When the phone received it.';
comment on column health.clinical_record.identifier is 'Identifier of the FHIR resource, given by its source.';
comment on column health.clinical_record.source_url is 'URL from which the phone got the record.';
comment on column health.clinical_record.fhir_version is 'Version of FHIR.';
comment on column health.clinical_record.resource_type is
    'Type of the FHIR resource, such as Observation; null if the resource was not sent.';
comment on column health.clinical_record.resource is 'The FHIR resource; null if it was not sent.';
comment on column health.clinical_record.source is 'Name of the source, an institution.';
