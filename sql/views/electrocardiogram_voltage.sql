create view health.electrocardiogram_voltage with (security_invoker = true) as
select
    sample.person_id,
    sample.person,
    sample.uuid,
    (voltage.ordinal - 1)::integer as ordinal,
    (voltage.ordinal - 1) / sampling.frequency as time_since_start,
    health_code.json_number(voltage.value) * sampling.microvolts as microvolts
from health.named_sample sample
join health.sample_detail on sample_detail.person_id = sample.person_id and sample_detail.uuid = sample.uuid
cross join lateral (
    -- OFFSET 0 keeps the planner from evaluating this subquery again for each voltage.
    select
        nullif(health_code.json_number(sample_detail.parts -> 'samplingFrequency'), 0) as frequency,
        -- The micro sign and the Greek letter mu are u.
        case translate(coalesce(sample_detail.parts ->> 'unit', 'uV'), U&'\00B5\03BC', 'uu')
            when 'uV' then 1::double precision
            when 'mcV' then 1::double precision
            when 'mV' then 1e3::double precision
            when 'V' then 1e6::double precision
        end as microvolts
    offset 0
) as sampling
cross join lateral jsonb_array_elements(
    case when jsonb_typeof(sample_detail.parts -> 'voltages') = 'array' then sample_detail.parts -> 'voltages' end
) with ordinality as voltage (value, ordinal)
where sample.identifier = 'HKDataTypeIdentifierElectrocardiogram';

comment on view health.electrocardiogram_voltage is
    'The voltages of electrocardiograms. Select one electrocardiogram at a time: each has about 15,000 voltages.';
comment on column health.electrocardiogram_voltage.uuid is 'The electrocardiogram.';
comment on column health.electrocardiogram_voltage.ordinal is 'Position in the electrocardiogram, from 0.';
comment on column health.electrocardiogram_voltage.time_since_start is
    'Seconds since the start; null if the frequency is not known.';
comment on column health.electrocardiogram_voltage.microvolts is
    'Microvolts; null if the value is not a number or the unit is not known.';
