create view health.sleep_night with (security_invoker = true) as
select
    person.person_id,
    person.name as person,
    night.*
from health.person
cross join lateral (
    select
        case when exists (select from health_code.time_zone_history(person.person_id)) then 'person' else 'UTC' end as time_zone
) clock
cross join lateral health_code.recorded_sleep(person.person_id) recorded
cross join lateral health_code.sleep_nights(
    person.name, clock.time_zone, (recorded.first at time zone 'UTC')::date - 1, (recorded.last at time zone 'UTC')::date + 3
) night
where recorded.first < recorded.last + interval '1 day' and night.source_ids <> '{}';

comment on view health.sleep_night is
    'Every night with a record, on the person''s own clock (UTC if the person''s zones are not known). A query computes all nights of '
    'the selected people; health_code.sleep_nights computes a range of nights, on any clock.';
comment on column health.sleep_night.person_id is 'The person to whom the night belongs.';
comment on column health.sleep_night.person is 'The person''s name.';
comment on column health.sleep_night.date is 'The day on which the night ends.';
comment on column health.sleep_night.start_time is 'Start of the night: 18:00 of the day before.';
comment on column health.sleep_night.end_time is 'End of the night, exclusive.';
comment on column health.sleep_night.asleep is 'Seconds asleep in the main sleep and the naps; null without stages.';
comment on column health.sleep_night.main_start_time is 'Start of the main sleep; null if there are only naps.';
comment on column health.sleep_night.main_end_time is 'End of the main sleep.';
comment on column health.sleep_night.main_asleep is 'Seconds asleep in the main sleep; null without stages, like the stages below.';
comment on column health.sleep_night.unspecified is 'Seconds asleep in an unspecified stage.';
comment on column health.sleep_night.core is 'Seconds of core sleep.';
comment on column health.sleep_night.deep is 'Seconds of deep sleep.';
comment on column health.sleep_night.rem is 'Seconds of REM sleep.';
comment on column health.sleep_night.awake is 'Seconds awake inside the main sleep.';
comment on column health.sleep_night.in_bed is 'Seconds in bed; null if none were recorded.';
comment on column health.sleep_night.efficiency is 'Share of sleep in the recorded time, 0 to 1; null without stages.';
comment on column health.sleep_night.nap_count is 'Number of sessions besides the main sleep.';
comment on column health.sleep_night.source_ids is 'The sources that decided at least one instant (source_id in health.source), highest priority first.';
comment on column health.sleep_night.is_aggregate is
    'Whether the figures are those that an app sent for the whole night; such a night has no samples.';
