create view health.sample_arrival with (security_invoker = true) as
select
    person_id,
    person,
    uuid,
    type,
    start_time,
    end_time,
    arrived_at,
    greatest(arrived_at - end_time, interval '0') as late_by
from (
    select
        person_id,
        person,
        uuid,
        type,
        start_time,
        end_time,
        health.arrived_at((select health.sealed_spans()), person_id, uuid) as arrived_at
    from health.named_sample
) sample;

comment on view health.sample_arrival is
    'When samples arrived. The time is looked up for each row, so name the person and a type or a range.';
comment on column health.sample_arrival.arrived_at is
    'When the sample''s present content arrived, or up to an hour earlier: each hour and each hundred changes have one time.';
comment on column health.sample_arrival.late_by is 'From the end of the sample to arrived_at; 0 if that is earlier.';
