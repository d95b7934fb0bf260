create view health.electrocardiogram with (security_invoker = true) as
select
    sample.person_id,
    sample.person,
    sample.uuid,
    sample.start_time,
    sample.end_time,
    sample.local_start,
    sample.time_zone,
    sample_detail.parts ->> 'classification' as classification,
    health_code.json_number(sample_detail.parts -> 'averageHeartRate') as average_heart_rate,
    health_code.json_number(sample_detail.parts -> 'samplingFrequency') as sampling_frequency,
    sample_detail.parts ->> 'lead' as lead,
    sample_detail.parts ->> 'symptoms' as symptoms,
    case
        when jsonb_typeof(sample_detail.parts -> 'voltages') = 'array' then
            jsonb_array_length(sample_detail.parts -> 'voltages')
    end as voltage_count,
    sample.source_id,
    sample.source,
    sample.device_id,
    sample.device,
    sample.creation_time,
    sample_detail.metadata
from health.named_sample sample
left join health.sample_detail on sample_detail.person_id = sample.person_id and sample_detail.uuid = sample.uuid
where sample.identifier = 'HKDataTypeIdentifierElectrocardiogram';

comment on view health.electrocardiogram is
    'Electrocardiograms (HKElectrocardiogram). The voltages are in electrocardiogram_voltage.';
comment on column health.electrocardiogram.classification is
    'As sent; in an export it is in the language of the phone. Null if not sent.';
comment on column health.electrocardiogram.average_heart_rate is 'Beats per minute; null if not sent.';
comment on column health.electrocardiogram.sampling_frequency is 'Voltages per second (Hz).';
comment on column health.electrocardiogram.lead is 'As sent, such as Lead I.';
comment on column health.electrocardiogram.symptoms is 'As sent; null if not sent.';
comment on column health.electrocardiogram.voltage_count is 'Number of voltages; null if none were sent.';
comment on column health.electrocardiogram.metadata is 'HKMetadata; null if there is none.';
