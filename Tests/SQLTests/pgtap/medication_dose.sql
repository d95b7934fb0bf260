\ir include/people.sql
select plan(1);

select pg_temp.add_sample(
    'HKMedicationDoseEventTypeIdentifierMedicationDoseEvent',
    '{"logStatus": 4, "scheduleType": 2, "scheduledDate": "2024-01-01T00:00:00Z", "doseQuantity": 0.5, "unit": "count",
        "medication": {"displayText": "Ibuprofen", "relatedCodings": [{"system": "x", "code": "1"},
            {"system": "http://www.nlm.nih.gov/research/umls/rxnorm", "code": "5640"}]}}') as dose
\gset
select pg_temp.add_sample(
    'HKMedicationDoseEventTypeIdentifierMedicationDoseEvent', '{"logStatus": 9, "medication": 7}') as unknown_dose
\gset
select results_eq(
    $$select uuid, medication, rxnorm_code, log_status, schedule_type, scheduled_time, scheduled_dose_quantity, dose_quantity, unit,
        source
    from health.medication_dose order by log_status desc$$,
    format(
        $$values (%L::uuid, 'Ibuprofen', '5640', 'taken', 'schedule', timestamptz '2024-01-01 00:00Z', null::float8, 0.5::float8,
            'count', 'Watch'),
        (%L, null, null, '9', null, null, null, null, null, 'Watch')$$, :'dose', :'unknown_dose'),
    'a dose with its medication, and one with a status that has no name');
