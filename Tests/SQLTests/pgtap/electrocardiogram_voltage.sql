\ir include/people.sql
select plan(2);

select pg_temp.add_sample(
    'HKDataTypeIdentifierElectrocardiogram', '{"samplingFrequency": 500, "unit": "mV", "voltages": [0.25, "x"]}') as ecg
\gset
select results_eq(
    'select uuid, ordinal, time_since_start, microvolts from health.electrocardiogram_voltage order by ordinal',
    format($$values (%1$L::uuid, 0, 0::float8, 250::float8), (%1$L, 1, 0.002, null)$$, :'ecg'),
    'voltages in microvolts, with their times; null for a value that is not a number');

select pg_temp.add_sample(
    'HKDataTypeIdentifierElectrocardiogram',
    jsonb_build_object('samplingFrequency', 512, 'unit', unit, 'voltages', '[-12.5]'::jsonb))
from unnest(array['µV', 'μV', null, 'Ω']) unit;
select results_eq(
    format('select microvolts, count(*) from health.electrocardiogram_voltage where uuid <> %L group by 1 order by 1', :'ecg'),
    'values (-12.5::float8, 3::bigint), (null, 1)',
    'both letters of micro and no unit are microvolts; of another unit the voltage is not known');
