create view health.daily_active_energy with (security_invoker = true) as
select
    day.person_id,
    day.person,
    day.date,
    day.start_time,
    day.end_time,
    day.sum as active_energy,
    day.duration,
    day.sources,
    day.unit,
    day.partial,
    day.time_zone
from health.daily_quantity day
where day.type = 'activeEnergyBurned';

comment on view health.daily_active_energy is
    'Active energy of each day on the person''s own clock, as in health.daily_quantity. The move ring, as the phone '
    'computed it, is in health.activity_summary.';
comment on column health.daily_active_energy.active_energy is 'Active energy in unit.';
comment on column health.daily_active_energy.unit is 'Unit of active_energy: the person''s choice, else kcal.';
