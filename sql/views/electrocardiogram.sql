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
comment on column health.electrocardiogram.person_id is 'The person to whom the sample belongs.';
comment on column health.electrocardiogram.person is 'The person''s name.';
comment on column health.electrocardiogram.uuid is 'HealthKit''s uuid, or one computed from the content.';
comment on column health.electrocardiogram.start_time is 'Start.';
comment on column health.electrocardiogram.end_time is 'End.';
comment on column health.electrocardiogram.local_start is 'Start on the clock of time_zone, else of UTC.';
comment on column health.electrocardiogram.time_zone is
    'The zone in which the person was at the start, by the person''s own clock; null if unknown.';
comment on column health.electrocardiogram.classification is
    'As sent; in an export it is in the language of the phone. Null if not sent.';
comment on column health.electrocardiogram.average_heart_rate is 'Beats per minute; null if not sent.';
comment on column health.electrocardiogram.sampling_frequency is 'Voltages per second (Hz).';
comment on column health.electrocardiogram.lead is 'As sent, such as Lead I.';
comment on column health.electrocardiogram.symptoms is 'As sent; null if not sent.';
comment on column health.electrocardiogram.voltage_count is 'Number of voltages; null if none were sent.';
comment on column health.electrocardiogram.source_id is 'The source, in health.source.';
comment on column health.electrocardiogram.source is 'Name of the source; a label if the name is hidden.';
comment on column health.electrocardiogram.device_id is 'The device, in health.device; null if not sent.';
comment on column health.electrocardiogram.device is 'Name of the device; null if not sent.';
comment on column health.electrocardiogram.creation_time is 'When the sample was saved on the phone; null if not sent.';
comment on column health.electrocardiogram.metadata is 'HKMetadata; null if there is none.';
