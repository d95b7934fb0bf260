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
cross join lateral (
    -- A sample of another century is a mistake, and must not make all the nights between.
    select
        greatest(min(sample.start_time), '1900-01-01 00:00+00') as first,
        least(max(sample.start_time) + max(sample_extent.longest_duration), '2099-12-01 00:00+00') as last
    from health.sample
    join health.sample_extent using (person_id, sample_type_id)
    where sample.person_id = person.person_id
        and sample.sample_type_id = any (array(
            select sample_type.sample_type_id from health.sample_type
            where sample_type.identifier in ('HKCategoryTypeIdentifierSleepAnalysis', 'hae:sleep_analysis')))
) recorded
cross join lateral health_code.sleep_nights(
    person.name, clock.time_zone, (recorded.first at time zone 'UTC')::date - 1, (recorded.last at time zone 'UTC')::date + 3
) night
where recorded.first < recorded.last + interval '1 day' and night.source_ids <> '{}';

comment on view health.sleep_night is
    'Every night of which anything was recorded, on the person''s own clock (UTC where nobody ever said in which zone the person was). '
    'All nights are put together each time: for a range of them, or another clock, health_code.sleep_nights is faster.';
comment on column health.sleep_night.person_id is 'Whose night.';
comment on column health.sleep_night.person is 'The person''s name.';
comment on column health.sleep_night.date is 'The day on which it ends.';
comment on column health.sleep_night.start_time is 'When the night begins: 18:00 of the day before.';
comment on column health.sleep_night.end_time is 'When it ends, exclusive.';
comment on column health.sleep_night.asleep is 'Seconds asleep in the main sleep and the naps; null without stages.';
comment on column health.sleep_night.main_start_time is 'Start of the main sleep; null where there are only naps.';
comment on column health.sleep_night.main_end_time is 'End of the main sleep.';
comment on column health.sleep_night.main_asleep is 'Seconds asleep in it; null without stages, as the stages that follow.';
comment on column health.sleep_night.unspecified is 'Seconds asleep of which nobody knows how.';
comment on column health.sleep_night.core is 'Seconds of core sleep.';
comment on column health.sleep_night.deep is 'Seconds of deep sleep.';
comment on column health.sleep_night.rem is 'Seconds of REM sleep.';
comment on column health.sleep_night.awake is 'Seconds awake inside the main sleep.';
comment on column health.sleep_night.in_bed is 'Seconds in bed; null where nobody recorded any.';
comment on column health.sleep_night.efficiency is 'Share of the recorded time that was sleep, 0 to 1; null without stages.';
comment on column health.sleep_night.nap_count is 'How many sessions beside the main one.';
comment on column health.sleep_night.source_ids is 'The sources that decided anything, by priority, in health.source.';
comment on column health.sleep_night.is_aggregate is
    'Whether an app sent these figures of the whole night; the night has no samples then.';
