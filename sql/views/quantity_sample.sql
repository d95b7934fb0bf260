create view health.quantity_sample with (security_invoker = true) as
select
    sample.person_id,
    sample.person,
    sample.uuid,
    sample.type,
    sample.start_time,
    sample.end_time,
    sample.local_start,
    sample.time_zone,
    -- Few samples have these parts. Subqueries look them up only for selected columns and only for
    -- rows that a LIMIT keeps. A call with a subquery is not inlined, so other samples have a call
    -- without it.
    case
        when sample.canonical_quantity is null then health_code.shown_quantity(
            (
                select quantity_series.quantity
                from health.quantity_series
                where quantity_series.person_id = sample.person_id and quantity_series.uuid = sample.uuid
            ), sample.unit_factor, sample.unit_shift)
        else health_code.shown_quantity(sample.canonical_quantity, sample.unit_factor, sample.unit_shift)
    end as quantity,
    sample.unit,
    coalesce(sample.sent_quantity, sample.canonical_quantity) as sent_quantity,
    sample.sent_unit,
    sample.source_id,
    sample.source,
    sample.was_user_entered,
    sample.source_version,
    sample.device_id,
    sample.device,
    sample.creation_time,
    sample.metadata,
    (
        select quantity_series.count
        from health.quantity_series
        where quantity_series.person_id = sample.person_id and quantity_series.uuid = sample.uuid
    ) as count,
    case when sample.source_class = 'aggregate' then health_code.shown_quantity(
        (
            select aggregate_extreme.quantity
            from health.aggregate_extreme
            where aggregate_extreme.person_id = sample.person_id and aggregate_extreme.uuid = sample.uuid
                and aggregate_extreme.ordinal in (-1, -3)
        ), sample.unit_factor, sample.unit_shift) end as minimum,
    case when sample.source_class = 'aggregate' then health_code.shown_quantity(
        (
            select aggregate_extreme.quantity
            from health.aggregate_extreme
            where aggregate_extreme.person_id = sample.person_id and aggregate_extreme.uuid = sample.uuid
                and aggregate_extreme.ordinal in (-2, -4)
        ), sample.unit_factor, sample.unit_shift) end as maximum
from health.named_sample sample
where sample.kind = 'quantity';

comment on view health.quantity_sample is 'Quantity samples with readable names (HKQuantitySample).';
comment on column health.quantity_sample.quantity is
    'Value in unit, as the HTTP API prints it. For a series its summary; the parts are in series_quantity_part. Null for an aggregate without an average. '
    'A sum over several sources counts the same time twice.';
comment on column health.quantity_sample.sent_quantity is 'Value as sent; null for a series without one.';
comment on column health.quantity_sample.count is
    'Number of quantities of a series, in series_quantity_part; null if the sample is not a series.';
comment on column health.quantity_sample.minimum is
    'Minimum of an aggregate in unit; null if its client sent none.';
comment on column health.quantity_sample.maximum is
    'Maximum of an aggregate in unit; null if its client sent none.';
