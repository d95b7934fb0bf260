create view health.electrocardiogram with (security_invoker = true) as
select
    sample.person_id,
    person.name as person,
    sample.uuid,
    sample.start_time,
    sample.end_time,
    sample_detail.parts ->> 'classification' as classification,
    health_code.json_number(sample_detail.parts -> 'averageHeartRate') as average_heart_rate,
    health_code.json_number(sample_detail.parts -> 'samplingFrequency') as sampling_frequency,
    sample_detail.parts ->> 'lead' as lead,
    sample_detail.parts ->> 'symptoms' as symptoms,
    case
        when jsonb_typeof(sample_detail.parts -> 'voltages') = 'array' then
            jsonb_array_length(sample_detail.parts -> 'voltages')
    end as voltage_count,
    coalesce(source.name, source_kind.label) as source,
    device.name as device,
    sample.creation_time,
    sample_detail.metadata
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
left join health.device on device.person_id = sample.person_id and device.device_id = sample.device_id
left join health.sample_detail on sample_detail.person_id = sample.person_id and sample_detail.uuid = sample.uuid
where sample_type.identifier = 'HKDataTypeIdentifierElectrocardiogram';

comment on view health.electrocardiogram is
    'Electrocardiograms (HKElectrocardiogram). The voltages are in electrocardiogram_voltage.';
comment on column health.electrocardiogram.person_id is 'The person to whom the sample belongs.';
comment on column health.electrocardiogram.person is 'The person''s name.';
comment on column health.electrocardiogram.uuid is 'HealthKit''s uuid, or one computed from the content.';
comment on column health.electrocardiogram.start_time is 'Start.';
comment on column health.electrocardiogram.end_time is 'End.';
comment on column health.electrocardiogram.classification is
    'As sent; in an export it is in the language of the phone. Null if not sent.';
comment on column health.electrocardiogram.average_heart_rate is 'Beats per minute; null if not sent.';
comment on column health.electrocardiogram.sampling_frequency is 'Voltages per second (Hz).';
comment on column health.electrocardiogram.lead is 'As sent, such as Lead I.';
comment on column health.electrocardiogram.symptoms is 'As sent; null if not sent.';
comment on column health.electrocardiogram.voltage_count is 'Number of voltages; null if none were sent.';
comment on column health.electrocardiogram.source is 'Name of the source; a label if the name is hidden.';
comment on column health.electrocardiogram.device is 'Name of the device; null if not sent.';
comment on column health.electrocardiogram.creation_time is 'When the sample was saved on the phone; null if not sent.';
comment on column health.electrocardiogram.metadata is 'HKMetadata; null if there is none.';
