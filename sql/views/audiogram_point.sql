create view health.audiogram_point with (security_invoker = true) as
select
    sample.person_id,
    sample.person,
    sample.uuid,
    sample.start_time,
    sample.local_start,
    sample.time_zone,
    (point.ordinal - 1)::integer as ordinal,
    health_code.json_number(point.value -> 'frequency') as frequency,
    health_code.json_number(point.value -> 'leftEarSensitivity') as left_ear_sensitivity,
    health_code.json_number(point.value -> 'rightEarSensitivity') as right_ear_sensitivity,
    case point.value -> 'leftEarMasked' when 'true' then true when 'false' then false end as left_ear_masked,
    case point.value -> 'rightEarMasked' when 'true' then true when 'false' then false end as right_ear_masked,
    health_code.json_number(point.value #> '{leftEarClampingRange,lowerBound}') as left_ear_clamping_lower_bound,
    health_code.json_number(point.value #> '{leftEarClampingRange,upperBound}') as left_ear_clamping_upper_bound,
    health_code.json_number(point.value #> '{rightEarClampingRange,lowerBound}') as right_ear_clamping_lower_bound,
    health_code.json_number(point.value #> '{rightEarClampingRange,upperBound}') as right_ear_clamping_upper_bound,
    sample.source_id,
    sample.source
from health.named_sample sample
join health.sample_detail on sample_detail.person_id = sample.person_id and sample_detail.uuid = sample.uuid
cross join lateral jsonb_array_elements(
    case when jsonb_typeof(sample_detail.parts -> 'sensitivityPoints') = 'array' then sample_detail.parts -> 'sensitivityPoints' end
) with ordinality as point (value, ordinal)
where sample.identifier = 'HKDataTypeIdentifierAudiogram';

comment on view health.audiogram_point is
    'The points of audiograms (HKAudiogramSensitivityPoint). Columns are null if not sent.';
comment on column health.audiogram_point.uuid is 'The audiogram, in health.sample.';
comment on column health.audiogram_point.start_time is 'When the test began.';
comment on column health.audiogram_point.ordinal is 'Position in the audiogram as sent, from 0.';
comment on column health.audiogram_point.frequency is 'Frequency of the tone in Hz.';
comment on column health.audiogram_point.left_ear_sensitivity is 'dBHL; 0 is normal hearing, greater is worse.';
comment on column health.audiogram_point.right_ear_sensitivity is 'dBHL; 0 is normal hearing, greater is worse.';
comment on column health.audiogram_point.left_ear_masked is 'Whether the other ear heard masking noise during the test.';
comment on column health.audiogram_point.right_ear_masked is 'Whether the other ear heard masking noise during the test.';
comment on column health.audiogram_point.left_ear_clamping_lower_bound is 'dBHL; the test could not measure a lower sensitivity.';
comment on column health.audiogram_point.left_ear_clamping_upper_bound is 'dBHL; the test could not measure a greater sensitivity.';
comment on column health.audiogram_point.right_ear_clamping_lower_bound is 'dBHL; the test could not measure a lower sensitivity.';
comment on column health.audiogram_point.right_ear_clamping_upper_bound is 'dBHL; the test could not measure a greater sensitivity.';
