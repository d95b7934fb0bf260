create view health.daily_heart_rate with (security_invoker = true) as
select
    person.person_id,
    person.name as person,
    day.date,
    day.start_time,
    day.end_time,
    day.count,
    -- The canonical unit is beats per second.
    day.average * 60 as average,
    day.minimum * 60 as minimum,
    day.maximum * 60 as maximum,
    day.most_recent * 60 as most_recent,
    day.most_recent_end_time,
    day.sources
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
    'Beats per minute, each measurement weighted by the time for which it stands.';
comment on column health.daily_heart_rate.minimum is 'Beats per minute.';
comment on column health.daily_heart_rate.maximum is 'Beats per minute.';
comment on column health.daily_heart_rate.most_recent is 'Beats per minute at the last measurement of the day.';
comment on column health.daily_heart_rate.most_recent_end_time is 'When that was.';
comment on column health.daily_heart_rate.sources is
    'The sources whose samples made the figures (source_id in health.source), the one believed first in front.';
