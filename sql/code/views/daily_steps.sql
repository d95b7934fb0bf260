create view health.daily_steps with (security_invoker = true) as
select
    person.person_id,
    person.name as person,
    day.date,
    day.start_time,
    day.end_time,
    day.sum as steps,
    day.duration,
    day.sources,
    day.unit,
    day.partial
from health.person
cross join lateral health_code.daily_statistics(person.name, 'stepCount') day;

comment on view health.daily_steps is
    'Steps of each day on the person''s own clock (UTC if nobody said where the person was), no instant counted twice. All days of the '
    'people who are asked for are computed; health_code.daily_statistics takes the dates of some.';
comment on column health.daily_steps.person_id is 'Whose steps.';
comment on column health.daily_steps.person is 'The person''s name.';
comment on column health.daily_steps.date is 'The day; one on which nothing was measured has no row.';
comment on column health.daily_steps.start_time is 'When it began where the person was.';
comment on column health.daily_steps.end_time is 'When it ended, exclusive.';
comment on column health.daily_steps.steps is 'How many steps, in unit.';
comment on column health.daily_steps.duration is 'Seconds of the day that samples cover.';
comment on column health.daily_steps.sources is
    'The sources whose samples made the figures (source_id in health.source), the one believed first in front.';
comment on column health.daily_steps.unit is 'The unit of steps: the one that the person chose, else count.';
comment on column health.daily_steps.partial is 'Whether the day has not ended yet.';
