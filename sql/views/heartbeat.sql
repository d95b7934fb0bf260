create view health.heartbeat with (security_invoker = true) as
select
    sample.person_id,
    sample.person,
    sample.uuid,
    sample.type,
    (beat.ordinal - 1)::integer as ordinal,
    case
        when abs(health_code.json_number(beat.value -> 'timeSinceSeriesStart')) < 1e8 then
            sample.start_time + health_code.json_number(beat.value -> 'timeSinceSeriesStart') * interval '1 second'
    end as time,
    health_code.json_number(beat.value -> 'timeSinceSeriesStart') as time_since_series_start,
    health_code.json_number(beat.value -> 'beatsPerMinute') as beats_per_minute,
    case beat.value -> 'precededByGap' when 'true' then true when 'false' then false end as preceded_by_gap,
    beat.value ->> 'time' as sent_time
from health.named_sample sample
join health.sample_detail on sample_detail.person_id = sample.person_id and sample_detail.uuid = sample.uuid
cross join lateral jsonb_array_elements(
    case when jsonb_typeof(sample_detail.parts -> 'heartbeats') = 'array' then sample_detail.parts -> 'heartbeats' end
) with ordinality as beat (value, ordinal)
where sample.identifier in ('HKQuantityTypeIdentifierHeartRateVariabilitySDNN', 'HKDataTypeIdentifierHeartbeatSeries');

comment on view health.heartbeat is
    'Single heartbeats: in an export those of a heart rate variability sample, from apps those of an HKHeartbeatSeriesSample.';
comment on column health.heartbeat.uuid is 'The sample with the beats, in health.sample.';
comment on column health.heartbeat.type is 'heartRateVariabilitySDNN or heartbeatSeries.';
comment on column health.heartbeat.ordinal is 'Position among the beats of the sample as sent, from 0.';
comment on column health.heartbeat.time is 'When the heart beat; null if not known.';
comment on column health.heartbeat.time_since_series_start is
    'Seconds from the start of the sample; null if not known.';
comment on column health.heartbeat.beats_per_minute is 'The heart rate at this beat; null if not sent.';
comment on column health.heartbeat.preceded_by_gap is 'Whether beats before this one are missing; null if not sent.';
comment on column health.heartbeat.sent_time is
    'Time of day as the export prints it, on the phone''s clock and in the phone''s language.';
