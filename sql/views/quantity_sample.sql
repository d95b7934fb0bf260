create view health.quantity_sample with (security_invoker = true) as
select
    sample.person_id,
    person.name as person,
    sample.uuid,
    sample_type.short_name as type,
    sample.start_time,
    sample.end_time,
    -- Few samples have these parts. Subqueries look them up only for selected columns and only for
    -- rows that a LIMIT keeps.
    coalesce(
        sample.quantity, (
            select quantity_series.quantity
            from health.quantity_series
            where quantity_series.person_id = sample.person_id and quantity_series.uuid = sample.uuid
        )) * coalesce(
            ((select health_code.chosen_units()) -> (sample.person_id || ' ' || sample.sample_type_id) -> 1)::double precision,
            sample_type.preferred_factor, 1)
        + coalesce(
            ((select health_code.chosen_units()) -> (sample.person_id || ' ' || sample.sample_type_id) -> 2)::double precision,
            sample_type.preferred_shift, 0) as quantity,
    coalesce(
        (select health_code.chosen_units()) -> (sample.person_id || ' ' || sample.sample_type_id) ->> 0,
        sample_type.preferred_unit, unit.unit_string) as unit,
    coalesce(sample.sent_quantity, sample.quantity) as sent_quantity,
    unit.unit_string as sent_unit,
    coalesce(source.name, source_kind.label) as source,
    source_kind.was_user_entered,
    source_revision.version as source_version,
    device.name as device,
    sample.creation_time,
    (
        select sample_detail.metadata
        from health.sample_detail
        where sample_detail.person_id = sample.person_id and sample_detail.uuid = sample.uuid
    ) as metadata,
    (
        select quantity_series.count
        from health.quantity_series
        where quantity_series.person_id = sample.person_id and quantity_series.uuid = sample.uuid
    ) as count,
    case when source_kind.source_class = 'aggregate' then (
        select aggregate_extreme.quantity
        from health.aggregate_extreme
        where aggregate_extreme.person_id = sample.person_id and aggregate_extreme.uuid = sample.uuid
            and aggregate_extreme.ordinal in (-1, -3)
    ) * coalesce(
            ((select health_code.chosen_units()) -> (sample.person_id || ' ' || sample.sample_type_id) -> 1)::double precision,
            sample_type.preferred_factor, 1)
        + coalesce(
            ((select health_code.chosen_units()) -> (sample.person_id || ' ' || sample.sample_type_id) -> 2)::double precision,
            sample_type.preferred_shift, 0) end as minimum,
    case when source_kind.source_class = 'aggregate' then (
        select aggregate_extreme.quantity
        from health.aggregate_extreme
        where aggregate_extreme.person_id = sample.person_id and aggregate_extreme.uuid = sample.uuid
            and aggregate_extreme.ordinal in (-2, -4)
    ) * coalesce(
            ((select health_code.chosen_units()) -> (sample.person_id || ' ' || sample.sample_type_id) -> 1)::double precision,
            sample_type.preferred_factor, 1)
        + coalesce(
            ((select health_code.chosen_units()) -> (sample.person_id || ' ' || sample.sample_type_id) -> 2)::double precision,
            sample_type.preferred_shift, 0) end as maximum
from health.sample
join health.sample_type using (sample_type_id)
join health.person on person.person_id = sample.person_id
left join health.unit on unit.unit_id = sample.sent_unit_id
left join health.source_revision
    on source_revision.person_id = sample.person_id
    and source_revision.source_revision_id = sample.source_revision_id
left join health.source_kind
    on source_kind.person_id = source_revision.person_id and source_kind.source_id = source_revision.source_id
left join health.source
    on source.person_id = source_kind.person_id and source.source_id = source_kind.source_id
left join health.device on device.person_id = sample.person_id and device.device_id = sample.device_id
where sample_type.kind = 'quantity';

comment on view health.quantity_sample is 'Quantity samples with readable names (HKQuantitySample).';
comment on column health.quantity_sample.person_id is 'The person to whom the sample belongs.';
comment on column health.quantity_sample.person is 'The person''s name.';
comment on column health.quantity_sample.uuid is 'HealthKit''s uuid, or one computed from the content.';
comment on column health.quantity_sample.type is 'Short name of the type, such as stepCount.';
comment on column health.quantity_sample.start_time is 'Start.';
comment on column health.quantity_sample.end_time is 'End, exclusive; equal to the start for a point.';
comment on column health.quantity_sample.quantity is
    'Value in unit. For a series its summary; the parts are in series_quantity_part. Null for an aggregate without an average. '
    'A sum over several sources counts the same time twice.';
comment on column health.quantity_sample.unit is
    'The person''s choice for the type, else the type''s preferred unit; the unit as sent if the type is not in the catalogue. '
    'health.sample has values in the canonical unit.';
comment on column health.quantity_sample.sent_quantity is 'Value as sent; null for a series without one.';
comment on column health.quantity_sample.sent_unit is 'Unit as sent.';
comment on column health.quantity_sample.source is 'Name of the source; a label if the name is hidden.';
comment on column health.quantity_sample.was_user_entered is 'Whether the sample was entered by hand.';
comment on column health.quantity_sample.source_version is 'Version of the source; null if not sent.';
comment on column health.quantity_sample.device is 'Name of the device; null if not sent.';
comment on column health.quantity_sample.creation_time is 'When the sample was saved on the phone; null if not sent.';
comment on column health.quantity_sample.metadata is 'HKMetadata; null if there is none.';
comment on column health.quantity_sample.count is
    'Number of quantities of a series, in series_quantity_part; null if the sample is not a series.';
comment on column health.quantity_sample.minimum is
    'Minimum of an aggregate in unit; null if its client sent none.';
comment on column health.quantity_sample.maximum is
    'Maximum of an aggregate in unit; null if its client sent none.';
