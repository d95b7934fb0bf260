create view health.series_quantity_part with (security_invoker = true) as
select
    series_quantity.person_id,
    person.name as person,
    series_quantity.uuid,
    series_quantity.ordinal,
    sample_type.short_name as type,
    series_quantity.start_time,
    series_quantity.end_time,
    series_quantity.quantity * coalesce(
            ((select health_code.chosen_units()) -> (series_quantity.person_id || ' ' || series_quantity.sample_type_id) -> 1)::double precision,
            sample_type.preferred_factor, 1)
        + coalesce(
            ((select health_code.chosen_units()) -> (series_quantity.person_id || ' ' || series_quantity.sample_type_id) -> 2)::double precision,
            sample_type.preferred_shift, 0) as quantity,
    coalesce(
        (select health_code.chosen_units()) -> (series_quantity.person_id || ' ' || series_quantity.sample_type_id) ->> 0,
        sample_type.preferred_unit, unit.unit_string) as unit,
    coalesce(series_quantity.sent_quantity, series_quantity.quantity) as sent_quantity,
    unit.unit_string as sent_unit,
    coalesce(source.name, source_kind.label) as source,
    source_kind.was_user_entered
from health.series_quantity
join health.sample_type using (sample_type_id)
join health.person on person.person_id = series_quantity.person_id
join health.sample on sample.person_id = series_quantity.person_id and sample.uuid = series_quantity.uuid
left join health.unit on unit.unit_id = sample.sent_unit_id
left join health.source_revision
    on source_revision.person_id = series_quantity.person_id
    and source_revision.source_revision_id = series_quantity.source_revision_id
left join health.source_kind
    on source_kind.person_id = source_revision.person_id and source_kind.source_id = source_revision.source_id
left join health.source
    on source.person_id = source_kind.person_id and source.source_id = source_kind.source_id;

comment on view health.series_quantity_part is
    'The quantities inside series, with readable names (HKQuantitySeriesSampleQuery). Statistics are computed from these and '
    'from the rows of quantity_sample whose count is null.';
comment on column health.series_quantity_part.person_id is 'The person to whom the series belongs.';
comment on column health.series_quantity_part.person is 'The person''s name.';
comment on column health.series_quantity_part.uuid is 'The series, in quantity_sample.';
comment on column health.series_quantity_part.ordinal is 'Position in the series in order of start, from 0.';
comment on column health.series_quantity_part.type is 'Short name of the type, such as heartRate.';
comment on column health.series_quantity_part.start_time is 'Start.';
comment on column health.series_quantity_part.end_time is 'End, exclusive; equal to the start for a point.';
comment on column health.series_quantity_part.quantity is
    'Value in unit. A sum over several sources counts the same time twice.';
comment on column health.series_quantity_part.unit is
    'The person''s choice for the type, else the type''s preferred unit; the unit as sent if the type is not in the catalogue.';
comment on column health.series_quantity_part.sent_quantity is 'Value as sent.';
comment on column health.series_quantity_part.sent_unit is 'Unit as sent.';
comment on column health.series_quantity_part.source is 'Name of the source; a label if the name is hidden.';
comment on column health.series_quantity_part.was_user_entered is 'Whether the sample was entered by hand.';
