create view health.daily_heart_rate with (security_invoker = true) as
select
    person.person_id,
    person.name as person,
    day.date,
    day.start_time,
    day.end_time,
    day.count,
    day.average,
    day.minimum,
    day.maximum,
    day.most_recent,
    day.most_recent_end_time,
    day.sources,
    day.unit,
    day.partial
from health.person
cross join lateral health_code.daily_statistics(person.name, 'heartRate') day;

comment on view health.daily_heart_rate is
    'Heart rate of each day on the person''s own clock, as health.daily_steps has steps.';
comment on column health.daily_heart_rate.person_id is 'Whose heart.';
comment on column health.daily_heart_rate.person is 'The person''s name.';
comment on column health.daily_heart_rate.date is 'The day; one on which nothing was measured has no row.';
comment on column health.daily_heart_rate.start_time is 'When it began where the person was.';
comment on column health.daily_heart_rate.end_time is 'When it ended, exclusive.';
comment on column health.daily_heart_rate.count is 'How many measurements, of all sources.';
comment on column health.daily_heart_rate.average is
    'The average in unit, each measurement weighted by the time for which it stands.';
comment on column health.daily_heart_rate.minimum is 'The least heart rate, in unit.';
comment on column health.daily_heart_rate.maximum is 'The greatest heart rate, in unit.';
comment on column health.daily_heart_rate.most_recent is 'The last measurement of the day, in unit.';
comment on column health.daily_heart_rate.most_recent_end_time is 'When that was.';
comment on column health.daily_heart_rate.sources is
    'The sources whose samples made the figures (source_id in health.source), the one believed first in front.';
comment on column health.daily_heart_rate.unit is 'The unit of the figures: the one that the person chose, else count/min.';
comment on column health.daily_heart_rate.partial is 'Whether the day has not ended yet.';
