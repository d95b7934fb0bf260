create view health.sample_arrival with (security_invoker = true) as
select
    sample.person_id,
    sample.person,
    sample.uuid,
    sample.type,
    sample.start_time,
    sample.end_time,
    run.arrived_at,
    greatest(run.arrived_at - sample.end_time, interval '0') as late_by
from health.named_sample sample
cross join lateral (
    select health.arrived_at((select health.sealed_spans()), sample.person_id, sample.uuid) as arrived_at offset 0
) run;

comment on view health.sample_arrival is
    'When samples arrived. The time is looked up for each row, so name the person and a type or a range.';
comment on column health.sample_arrival.arrived_at is
    'When the sample''s present content arrived, or up to an hour earlier: each hour and each hundred changes have one time.';
comment on column health.sample_arrival.late_by is 'From the end of the sample to arrived_at; 0 if that is earlier.';
