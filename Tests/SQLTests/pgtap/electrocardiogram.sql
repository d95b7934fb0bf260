\ir include/people.sql
select plan(1);

select pg_temp.add_sample(
    'HKDataTypeIdentifierElectrocardiogram',
    '{"classification": "sinusRhythm", "averageHeartRate": 62, "samplingFrequency": 512, "lead": "Lead I", "symptoms": "None", "voltages": [1, 2, 3]}') as ecg
\gset
select results_eq(
    'select person, uuid, classification, average_heart_rate, sampling_frequency, lead, symptoms, voltage_count, device
    from health.electrocardiogram',
    format($$values ('Ada', %L::uuid, 'sinusRhythm', 62::float8, 512::float8, 'Lead I', 'None', 3, 'Apple Watch')$$, :'ecg'),
    'an electrocardiogram with its fields as sent');
