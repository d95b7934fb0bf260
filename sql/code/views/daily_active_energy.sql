create view health.daily_active_energy with (security_invoker = true) as
select
    person.person_id,
    person.name as person,
    day.date,
    day.start_time,
    day.end_time,
    day.sum as active_energy,
    day.duration,
    day.sources,
    day.unit,
    day.partial
from health.person
cross join lateral health_code.daily_statistics(person.name, 'activeEnergyBurned') day;

comment on view health.daily_active_energy is
    'Active energy of each day on the person''s own clock, as health.daily_steps has steps. The move ring, as the system computed it, '
    'is in health.activity_summary.';
comment on column health.daily_active_energy.person_id is 'Whose energy.';
comment on column health.daily_active_energy.person is 'The person''s name.';
comment on column health.daily_active_energy.date is 'The day; one on which nothing was measured has no row.';
comment on column health.daily_active_energy.start_time is 'When it began where the person was.';
comment on column health.daily_active_energy.end_time is 'When it ended, exclusive.';
comment on column health.daily_active_energy.active_energy is 'Active energy in unit.';
comment on column health.daily_active_energy.duration is 'Seconds of the day that samples cover.';
comment on column health.daily_active_energy.sources is
    'The sources whose samples made the figures (source_id in health.source), the one believed first in front.';
comment on column health.daily_active_energy.unit is 'The unit of active_energy: the one that the person chose, else kcal.';
comment on column health.daily_active_energy.partial is 'Whether the day has not ended yet.';
