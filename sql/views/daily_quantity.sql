create view health.daily_quantity with (security_invoker = true) as
select
    person.person_id,
    person.name as person,
    sample_type.short_name as type,
    day.date,
    day.start_time,
    day.end_time,
    day.count,
    day.sum,
    day.average,
    day.minimum,
    day.maximum,
    day.duration,
    day.most_recent,
    day.most_recent_end_time,
    day.sources,
    day.unit,
    day.partial
from health.person
cross join health.sample_type
cross join lateral health_code.daily_statistics(person.name, sample_type.identifier) day
where sample_type.kind = 'quantity' and sample_type.in_catalogue and sample_type.aggregation_style is not null;

comment on view health.daily_quantity is
    'The figures of each quantity type and day on the person''s own clock, as health_code.daily_statistics returns them; days without '
    'samples have no row. A query computes all days of the selected people and types, so name both; '
    'health_code.daily_statistics computes a range of days.';
comment on column health.daily_quantity.person_id is 'The person to whom the day belongs.';
comment on column health.daily_quantity.person is 'The person''s name.';
comment on column health.daily_quantity.type is 'Short name of the type, such as restingHeartRate.';
comment on column health.daily_quantity.date is 'The day.';
comment on column health.daily_quantity.start_time is 'Start of the day.';
comment on column health.daily_quantity.end_time is 'End of the day, exclusive.';
comment on column health.daily_quantity.count is 'Number of samples of all sources.';
comment on column health.daily_quantity.sum is
    'Sum in unit, all sources merged; null for types that are not cumulative.';
comment on column health.daily_quantity.average is
    'Average in unit, by the rule of the type; null for cumulative types.';
comment on column health.daily_quantity.minimum is 'Least value in unit; null for cumulative types.';
comment on column health.daily_quantity.maximum is 'Greatest value in unit; null for cumulative types.';
comment on column health.daily_quantity.duration is 'Seconds that samples cover; overlaps count once.';
comment on column health.daily_quantity.most_recent is 'Value of the sample that ends last, in unit.';
comment on column health.daily_quantity.most_recent_end_time is 'End of that sample.';
comment on column health.daily_quantity.sources is
    'The sources whose samples made the figures (source_id in health.source), highest priority first.';
comment on column health.daily_quantity.unit is
    'The person''s choice for the type, else the type''s preferred unit.';
comment on column health.daily_quantity.partial is 'Whether the day has not ended yet.';
