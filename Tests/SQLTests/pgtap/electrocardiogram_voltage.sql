begin;
\ir include/people.sql
select plan(1);

select pg_temp.add_sample(
    'HKDataTypeIdentifierElectrocardiogram', '{"samplingFrequency": 500, "unit": "mV", "voltages": [0.25, "x"]}') as ecg
\gset
select results_eq(
    'select uuid, ordinal, time_since_start, microvolts from health.electrocardiogram_voltage order by ordinal',
    format($$values (%1$L::uuid, 0, 0::float8, 250::float8), (%1$L, 1, 0.002, null)$$, :'ecg'),
    'voltages in microvolts, with their times; null for a value that is not a number');

select * from finish();
rollback;
