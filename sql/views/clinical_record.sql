create view health.clinical_record with (security_invoker = true) as
select
    sample.person_id,
    sample.person,
    sample.uuid,
    sample.type,
    sample.start_time as received_date,
    sample_detail.parts ->> 'identifier' as identifier,
    sample_detail.parts ->> 'sourceURL' as source_url,
    sample_detail.parts ->> 'fhirVersion' as fhir_version,
    sample_detail.parts #>> '{resource,resourceType}' as resource_type,
    sample_detail.parts -> 'resource' as resource,
    sample.source_id,
    sample.source
from health.named_sample sample
left join health.sample_detail on sample_detail.person_id = sample.person_id and sample_detail.uuid = sample.uuid
where sample.kind = 'other' and sample.identifier like 'HKClinicalTypeIdentifier%';

comment on view health.clinical_record is
    'Clinical records (HKClinicalRecord).';
comment on column health.clinical_record.type is 'Short name of the type, such as labResultRecord.';
comment on column health.clinical_record.received_date is 'When the phone received it.';
comment on column health.clinical_record.identifier is 'Identifier of the FHIR resource, given by its source.';
comment on column health.clinical_record.source_url is 'URL from which the phone got the record.';
comment on column health.clinical_record.fhir_version is 'Version of FHIR.';
comment on column health.clinical_record.resource_type is
    'Type of the FHIR resource, such as Observation; null if the resource was not sent.';
comment on column health.clinical_record.resource is 'The FHIR resource; null if it was not sent.';
comment on column health.clinical_record.source is 'Name of the source, an institution.';
