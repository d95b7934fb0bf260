create view health.activity_summary with (security_invoker = true) as
select
    summary.person_id,
    person.name as person,
    to_date(summary.key, 'YYYY-MM-DD') as date,
    health_code.text_number(attributes ->> 'activeEnergyBurned') / energy.kilocalorie as active_energy_burned,
    health_code.text_number(attributes ->> 'activeEnergyBurnedGoal') / energy.kilocalorie as active_energy_burned_goal,
    health_code.text_number(coalesce(attributes ->> 'appleMoveTime', attributes ->> 'appleMoveMinutes'))
        as apple_move_time,
    health_code.text_number(coalesce(attributes ->> 'appleMoveTimeGoal', attributes ->> 'appleMoveMinutesGoal'))
        as apple_move_time_goal,
    health_code.text_number(attributes ->> 'appleExerciseTime') as apple_exercise_time,
    health_code.text_number(attributes ->> 'appleExerciseTimeGoal') as apple_exercise_time_goal,
    health_code.text_number(attributes ->> 'appleStandHours') as apple_stand_hours,
    health_code.text_number(attributes ->> 'appleStandHoursGoal') as apple_stand_hours_goal,
    summary.exported_at,
    summary.key
from health.export_element summary
join health.person on person.person_id = summary.person_id
cross join lateral (values (summary.element -> 'attributes')) as attribute (attributes)
cross join lateral (
    values (
        case coalesce(attributes ->> 'activeEnergyBurnedUnit', 'kcal')
            when 'kcal' then 1::double precision
            when 'Cal' then 1::double precision
            when 'kJ' then 4.184::double precision
            when 'J' then 4184::double precision
            when 'cal' then 1000::double precision
        end)
) as energy (kilocalorie)
where summary.name = 'ActivitySummary' and summary.key is not null;

comment on view health.activity_summary is
    'The activity rings of each day (HKActivitySummary), from the newest export or the last app that sent them. The phone '
    'computes them; they are not sums of samples.';
comment on column health.activity_summary.person_id is 'The person to whom the rings belong.';
comment on column health.activity_summary.person is 'The person''s name.';
comment on column health.activity_summary.date is 'The day, on the person''s calendar.';
comment on column health.activity_summary.active_energy_burned is
    'Move ring: kilocalories; null if not sent or in an unknown unit.';
comment on column health.activity_summary.active_energy_burned_goal is 'Goal of the ring: kilocalories.';
comment on column health.activity_summary.apple_move_time is
    'Move ring, for people whose move ring counts time: minutes; null if not sent.';
comment on column health.activity_summary.apple_move_time_goal is 'Goal of the ring: minutes.';
comment on column health.activity_summary.apple_exercise_time is 'Exercise ring: minutes; null if not sent.';
comment on column health.activity_summary.apple_exercise_time_goal is 'Goal of the ring: minutes.';
comment on column health.activity_summary.apple_stand_hours is 'Stand ring: hours; null if not sent.';
comment on column health.activity_summary.apple_stand_hours_goal is 'Goal of the ring: hours.';
comment on column health.activity_summary.key is 'The day as text; the index is on this text.';
