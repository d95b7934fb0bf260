create view health.series_quantity_part with (security_invoker = true) as
select
    part.person_id,
    sample.person,
    part.uuid,
    part.ordinal,
    sample.type,
    part.start_time,
    part.end_time,
    health_code.shown_quantity(part.quantity, sample.unit_factor, sample.unit_shift) as quantity,
    sample.unit,
    coalesce(part.sent_quantity, part.quantity) as sent_quantity,
    sample.sent_unit,
    sample.source_id,
    sample.source,
    sample.was_user_entered
from health.series_quantity part
join health.named_sample sample
    on sample.person_id = part.person_id and sample.uuid = part.uuid and sample.sample_type_id = part.sample_type_id;

comment on view health.series_quantity_part is
    'The quantities inside series, with readable names (HKQuantitySeriesSampleQuery). Statistics are computed from these and '
    'from the rows of quantity_sample whose count is null.';
comment on column health.series_quantity_part.uuid is 'The series, in quantity_sample.';
comment on column health.series_quantity_part.quantity is
    'Value in unit, as the HTTP API prints it. A sum over several sources counts the same time twice.';
comment on column health.series_quantity_part.sent_quantity is 'Value as sent.';
