create view health.medication_dose with (security_invoker = true) as
select
    sample.person_id,
    sample.person,
    sample.uuid,
    sample.start_time,
    sample.local_start,
    sample.time_zone,
    sample_detail.parts #>> '{medication,displayText}' as medication,
    sample_detail.parts #>> '{medication,nickname}' as nickname,
    sample_detail.parts #>> '{medication,generalForm}' as general_form,
    jsonb_path_query_first(
        sample_detail.parts,
        '$.medication.relatedCodings[*] ? (@.system == "http://www.nlm.nih.gov/research/umls/rxnorm").code'
    ) #>> '{}' as rxnorm_code,
    health_code.enum_name('HKMedicationDoseEventLogStatus', sample_detail.parts -> 'logStatus') as log_status,
    health_code.enum_name('HKMedicationDoseEventScheduleType', sample_detail.parts -> 'scheduleType') as schedule_type,
    health_code.json_time(sample_detail.parts -> 'scheduledDate') as scheduled_time,
    health_code.json_number(sample_detail.parts -> 'scheduledDoseQuantity') as scheduled_dose_quantity,
    health_code.json_number(sample_detail.parts -> 'doseQuantity') as dose_quantity,
    sample_detail.parts ->> 'unit' as unit,
    sample_detail.parts ->> 'medicationConceptIdentifier' as medication_concept_identifier,
    sample.source_id,
    sample.source
from health.named_sample sample
left join health.sample_detail on sample_detail.person_id = sample.person_id and sample_detail.uuid = sample.uuid
where sample.identifier = 'HKMedicationDoseEventTypeIdentifierMedicationDoseEvent';

comment on view health.medication_dose is
    'Doses of medications (HKMedicationDoseEvent). Columns are null if not sent.';
comment on column health.medication_dose.start_time is 'When the person took, skipped or missed the dose.';
comment on column health.medication_dose.medication is 'Name of the medication; null if the sender could not read it.';
comment on column health.medication_dose.nickname is 'Name that the person gave to the medication.';
comment on column health.medication_dose.general_form is 'Form of the medication, in the word of HealthKit.';
comment on column health.medication_dose.rxnorm_code is 'Code of the medication in RxNorm; null if the medication has none.';
comment on column health.medication_dose.log_status is 'HKMedicationDoseEvent.LogStatus, such as taken; the number as sent if it has no name.';
comment on column health.medication_dose.schedule_type is 'asNeeded or schedule; the number as sent if it has no name.';
comment on column health.medication_dose.scheduled_time is 'When the dose was due; null without a schedule.';
comment on column health.medication_dose.scheduled_dose_quantity is 'Quantity of the schedule, in unit.';
comment on column health.medication_dose.dose_quantity is 'Quantity that the person took, in unit.';
comment on column health.medication_dose.unit is 'Unit of the quantities, as sent.';
comment on column health.medication_dose.medication_concept_identifier is 'Identifier of the medication in HealthKit, archived; equal in all doses of one medication.';
