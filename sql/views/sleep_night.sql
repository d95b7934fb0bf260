create view health.sleep_night with (security_invoker = true) as
select
    night.person_id,
    person.name as person,
    night.date,
    night.start_time,
    night.end_time,
    night.asleep,
    night.main_start_time,
    night.main_end_time,
    night.main_asleep,
    night.unspecified,
    night.core,
    night.deep,
    night.rem,
    night.awake,
    night.in_bed,
    night.efficiency,
    night.session_count,
    night.nap_count,
    night.source_ids,
    night.is_aggregate,
    (person.stale && tstzrange(night.start_time, night.end_time)) is not true as is_fresh,
    (person.clock).time_zones[width_bucket(night.start_time, (person.clock).from_times)] as time_zone
-- GROUP BY keeps the planner from reading marks and clock for each night.
from (
    select
        person.person_id,
        person.name,
        health_code.marked_times(
            person.person_id, health_code.known_sample_type('HKCategoryTypeIdentifierSleepAnalysis')) as stale,
        health_code.own_clock(person.person_id) as clock
    from health.person
    group by person.person_id, person.name
) person
join health.night on night.person_id = person.person_id;

comment on view health.sleep_night is
    'Every night with a record, on the person''s own clock (UTC if the person''s zones are not known), as GET /v1/sleep finds it. '
    'GET /v1/sleep also finds nights on other clocks, with other hours or pauses, and nights of which a caller may read a part.';
comment on column health.sleep_night.person_id is 'The person to whom the night belongs.';
comment on column health.sleep_night.person is 'The person''s name.';
comment on column health.sleep_night.is_fresh is
    'False if samples changed and the night is about to be computed again, which takes about a second.';
comment on column health.sleep_night.time_zone is
    'The zone in which the person was at the start; null if it is not known, and the night is then that of UTC.';
