create view health.daily_heart_rate with (security_invoker = true) as
select
    day.person_id,
    day.person,
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
    day.partial,
    day.time_zone
from health.daily_quantity day
where day.type = 'heartRate';

comment on view health.daily_heart_rate is
    'Heart rate of each day on the person''s own clock, as in health.daily_quantity.';
comment on column health.daily_heart_rate.average is
    'Average in unit; each measurement is weighted by the time for which it stands.';
comment on column health.daily_heart_rate.minimum is 'Lowest heart rate, in unit.';
comment on column health.daily_heart_rate.maximum is 'Highest heart rate, in unit.';
comment on column health.daily_heart_rate.unit is 'Unit of the figures: the person''s choice, else count/min.';
