create view health.blood_pressure with (security_invoker = true) as
select
    sample.person_id,
    sample.person,
    case when sample.kind = 'correlation' then sample.uuid end as uuid,
    sample.start_time,
    sample.end_time,
    sample.local_start,
    sample.time_zone,
    health_code.shown_quantity(
        pair.systolic_values[1], coalesce(chosen.factor, systolic_type.preferred_factor, 1),
        coalesce(chosen.shift, systolic_type.preferred_shift, 0)) as systolic,
    health_code.shown_quantity(
        pair.diastolic_values[1], coalesce(chosen.factor, systolic_type.preferred_factor, 1),
        coalesce(chosen.shift, systolic_type.preferred_shift, 0)) as diastolic,
    coalesce(chosen.unit_string, systolic_type.preferred_unit) as unit,
    sample.source_id,
    sample.source,
    sample.was_user_entered,
    pair.systolic_uuids[1] as systolic_uuid,
    pair.diastolic_uuids[1] as diastolic_uuid
-- A row begins with a correlation, or with a systolic sample that is in no such correlation.
from health.named_sample sample
join health.sample_type systolic_type on systolic_type.identifier = 'HKQuantityTypeIdentifierBloodPressureSystolic'
join health.sample_type diastolic_type on diastolic_type.identifier = 'HKQuantityTypeIdentifierBloodPressureDiastolic'
join health.sample_type pair_type on pair_type.identifier = 'HKCorrelationTypeIdentifierBloodPressure'
left join health.preferred_unit chosen
    on chosen.person_id = sample.person_id and chosen.sample_type_id = systolic_type.sample_type_id
-- The aggregates keep PostgreSQL from joining whole tables: it looks the samples up for each row.
cross join lateral (
    select
        array_agg(part.uuid order by part.uuid) filter (where part.sample_type_id = systolic_type.sample_type_id)
            as systolic_uuids,
        array_agg(part.quantity order by part.uuid) filter (where part.sample_type_id = systolic_type.sample_type_id)
            as systolic_values,
        array_agg(part.uuid order by part.uuid) filter (where part.sample_type_id = diastolic_type.sample_type_id)
            as diastolic_uuids,
        array_agg(part.quantity order by part.uuid) filter (where part.sample_type_id = diastolic_type.sample_type_id)
            as diastolic_values
    from (
        -- The samples in the correlation.
        select inside.person_id, inside.sample_type_id, inside.uuid, inside.quantity
        from health.contained_sample
        join health.sample inside
            on inside.person_id = contained_sample.person_id and inside.uuid = contained_sample.uuid
        where sample.kind = 'correlation'
            and contained_sample.person_id = sample.person_id and contained_sample.container_uuid = sample.uuid
        union all
        -- The samples of the source that begin at the same instant and are in no such correlation.
        select beside.person_id, beside.sample_type_id, beside.uuid, beside.quantity
        from health.sample beside
        join health.source_revision revision
            on revision.person_id = beside.person_id and revision.source_revision_id = beside.source_revision_id
        where sample.kind = 'quantity'
            and beside.person_id = sample.person_id
            -- With IN, PostgreSQL would not look the types up in the index.
            and beside.sample_type_id = any (array[systolic_type.sample_type_id, diastolic_type.sample_type_id])
            and beside.start_time = sample.start_time
            and revision.source_id = sample.source_id
            and not exists (
                select
                from health.contained_sample
                join health.sample container
                    on container.person_id = contained_sample.person_id and container.uuid = contained_sample.container_uuid
                where contained_sample.person_id = beside.person_id and contained_sample.uuid = beside.uuid
                    and container.sample_type_id = pair_type.sample_type_id)
    ) part
    group by part.person_id
) pair
where sample.sample_type_id = any (array[pair_type.sample_type_id, systolic_type.sample_type_id])
    and (
        sample.kind = 'correlation' and coalesce(pair.systolic_uuids, pair.diastolic_uuids) is not null
        or pair.systolic_uuids = array[sample.uuid] and cardinality(pair.diastolic_uuids) = 1);

comment on view health.blood_pressure is
    'Blood pressures, a row for each measurement: the pairs of correlations (HKCorrelationTypeIdentifierBloodPressure), and pairs of a '
    'systolic and a diastolic sample without a correlation that begin at the same instant and have the same source. If a source '
    'has several of these at one instant, the pairs are not known and not shown; quantity_sample shows the samples. Every source '
    'has its own rows.';
comment on column health.blood_pressure.uuid is 'The correlation; null for two samples without a correlation.';
comment on column health.blood_pressure.systolic is
    'Systolic blood pressure in unit; null if the correlation has none that you may read.';
comment on column health.blood_pressure.diastolic is
    'Diastolic blood pressure in unit; null if the correlation has none that you may read.';
comment on column health.blood_pressure.unit is
    'Unit of both values: the person''s choice for bloodPressureSystolic, else the type''s preferred unit, mmHg.';
comment on column health.blood_pressure.systolic_uuid is 'The systolic sample, in health.sample.';
comment on column health.blood_pressure.diastolic_uuid is 'The diastolic sample, in health.sample.';
