create view health.named_sample with (security_invoker = true) as
select
    sample.person_id,
    person.name as person,
    sample.uuid,
    sample_type.short_name as type,
    sample.start_time,
    sample.end_time,
    sample.start_time at time zone 'UTC'
        + (person.clock).utc_offsets[width_bucket(sample.start_time, (person.clock).from_times)] as local_start,
    (person.clock).time_zones[width_bucket(sample.start_time, (person.clock).from_times)] as time_zone,
    (person.sources -> sample.source_revision_id::text -> 0)::integer as source_id,
    person.sources -> sample.source_revision_id::text ->> 1 as source,
    (person.sources -> sample.source_revision_id::text -> 2)::boolean as was_user_entered,
    person.sources -> sample.source_revision_id::text ->> 3 as source_version,
    person.sources -> sample.source_revision_id::text ->> 4 as source_class,
    sample.device_id,
    person.devices ->> sample.device_id::text as device,
    sample.creation_time,
    (
        select sample_detail.metadata
        from health.sample_detail
        where sample_detail.person_id = sample.person_id and sample_detail.uuid = sample.uuid
    ) as metadata,
    sample_type.kind,
    sample_type.identifier,
    sample.sample_type_id,
    coalesce(
        person.units -> sample.sample_type_id::text ->> 0, sample_type.preferred_unit,
        health_code.unit_name(unit.unit_string)) as unit,
    coalesce((person.units -> sample.sample_type_id::text -> 1)::double precision, sample_type.preferred_factor, 1) as unit_factor,
    coalesce((person.units -> sample.sample_type_id::text -> 2)::double precision, sample_type.preferred_shift, 0) as unit_shift,
    sample.quantity as canonical_quantity,
    sample.sent_quantity,
    unit.unit_string as sent_unit,
    sample.category_value,
    sample.sent_category_value,
    sample_type.value_enum
-- The planner does not know how many samples a person has. It joined each sample with all sources
-- of the person: 6 million pairs for 304 source revisions. So clocks, names and units are read once
-- for each person: GROUP BY keeps the planner from reading them for each sample. What no column
-- needs is not read.
from (
    select
        person.person_id,
        person.name,
        health_code.own_clock(person.person_id) as clock,
        health_code.source_labels(person.person_id) as sources,
        health_code.device_labels(person.person_id) as devices,
        health_code.chosen_units(person.person_id) as units
    from health.person
    group by person.person_id, person.name
) person
join health.sample on sample.person_id = person.person_id
join health.sample_type on sample_type.sample_type_id = sample.sample_type_id
left join health.unit on unit.unit_id = sample.sent_unit_id;

comment on view health.named_sample is
    'Samples of every kind with readable names (HKSample). The views of each kind add its own columns.';
comment on column health.named_sample.person_id is 'The person to whom the sample belongs.';
comment on column health.named_sample.person is 'The person''s name.';
comment on column health.named_sample.uuid is 'HealthKit''s uuid, or one computed from the content.';
comment on column health.named_sample.type is 'Short name of the type, such as stepCount.';
comment on column health.named_sample.start_time is 'Start.';
comment on column health.named_sample.end_time is 'End, exclusive; equal to the start for a point.';
comment on column health.named_sample.local_start is 'Start on the clock of time_zone, else of UTC.';
comment on column health.named_sample.time_zone is
    'The zone in which the person was at the start, by the person''s own clock; null if unknown.';
comment on column health.named_sample.source_id is 'The source, in health.source.';
comment on column health.named_sample.source is 'Name of the source; a label if the name is hidden.';
comment on column health.named_sample.was_user_entered is 'Whether the sample was entered by hand.';
comment on column health.named_sample.source_version is 'Version of the source; null if not sent.';
comment on column health.named_sample.source_class is 'watch, phone, other or aggregate, as in health.source.';
comment on column health.named_sample.device_id is 'The device, in health.device; null if not sent.';
comment on column health.named_sample.device is 'Name of the device; null if not sent.';
comment on column health.named_sample.creation_time is 'When the sample was saved on the phone; null if not sent.';
comment on column health.named_sample.metadata is 'HKMetadata; null if there is none.';
comment on column health.named_sample.kind is 'quantity, category, correlation, workout or another kind of sample.';
comment on column health.named_sample.identifier is 'HealthKit''s identifier of the type.';
comment on column health.named_sample.sample_type_id is 'The type, in health.sample_type.';
comment on column health.named_sample.unit is
    'Of quantities: the person''s choice for the type, else the type''s preferred unit; the unit as sent if the type is not in the '
    'catalogue. HealthKit''s % is fraction.';
comment on column health.named_sample.unit_factor is 'A value in unit is the canonical value * unit_factor + unit_shift.';
comment on column health.named_sample.unit_shift is 'As unit_factor.';
comment on column health.named_sample.canonical_quantity is 'Value in the canonical unit of the type; null for a series.';
comment on column health.named_sample.sent_quantity is 'Value as sent, if it differs from canonical_quantity.';
comment on column health.named_sample.sent_unit is 'Unit of a quantity as sent.';
comment on column health.named_sample.category_value is 'Raw value of a category sample.';
comment on column health.named_sample.sent_category_value is 'Value of a category sample as sent, if it is not that of the catalogue.';
comment on column health.named_sample.value_enum is 'The enumeration of category_value, in health.category_value.';
