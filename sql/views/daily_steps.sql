create view health.daily_steps with (security_invoker = true) as
select
    day.person_id,
    day.person,
    day.date,
    day.start_time,
    day.end_time,
    day.sum as steps,
    day.duration,
    day.sources,
    day.unit,
    day.partial,
    day.time_zone
from health.daily_quantity day
where day.type = 'stepCount';

comment on view health.daily_steps is
    'Steps of each day on the person''s own clock (UTC if the person''s zones are not known), as in '
    'health.daily_quantity. No instant counts twice.';
comment on column health.daily_steps.steps is 'Number of steps, in unit.';
comment on column health.daily_steps.unit is 'Unit of steps: the person''s choice, else count.';
