-- The raw samples: the truth from which everything else can be rebuilt.
--
-- One row per sample of any kind, so that identity, deletion and change are said once. The row is narrow: texts are
-- numbers, what few samples have is in tables of its own. Samples have no foreign keys: they would cost more than
-- the index (four look-ups per row), and the one writer resolves every number under the lock of the person's
-- change_counter row; `healthstore doctor` looks for orphans.

create table health.sample (
    person_id integer not null,
    sample_type_id integer not null,
    uuid uuid not null,
    start_time timestamptz not null,
    end_time timestamptz not null,
    quantity double precision,
    source_revision_id integer not null,
    device_id integer,
    creation_time timestamptz,
    change_position bigint not null,
    sent_unit_id integer,
    category_value integer,
    sent_quantity double precision,
    sent_category_value text,
    constraint sample_pkey primary key (person_id, uuid),
    constraint sample_time_check check (start_time <= end_time)
);

create index sample_stream_idx on health.sample (person_id, sample_type_id, start_time)
    include (end_time, quantity, source_revision_id, uuid);

comment on table health.sample is
    'Every sample of every person (HKSample). The views quantity_sample, category_sample, correlation and workout show '
    'it with readable names.';
comment on column health.sample.person_id is 'Whose sample.';
comment on column health.sample.sample_type_id is 'Its type, in health.sample_type.';
comment on column health.sample.uuid is
    'HealthKit''s uuid; where the sender had none, a version 5 uuid made from the content and its occurrence number.';
comment on column health.sample.start_time is 'Start, to the microsecond where it was sent so.';
comment on column health.sample.end_time is 'End, exclusive; equal to the start for a point.';
comment on column health.sample.quantity is
    'Value of a quantity sample in the type''s canonical unit (as sent, for a type that is not in the catalogue); null for '
    'other kinds.';
comment on column health.sample.source_revision_id is 'Who wrote it, in health.source_revision.';
comment on column health.sample.device_id is 'What made it, in health.device; null where not sent.';
comment on column health.sample.creation_time is 'When it was saved on the phone; null where not sent.';
comment on column health.sample.change_position is 'Its place in the person''s change feed.';
comment on column health.sample.sent_unit_id is 'The unit as sent, in health.unit; null for other kinds than quantity.';
comment on column health.sample.category_value is
    'Raw value of a category sample (health.category_value); null for other kinds and for values in no catalogue.';
comment on column health.sample.sent_quantity is 'The value as sent; null where it equals quantity.';
comment on column health.sample.sent_category_value is
    'The category value as sent; null where it is the catalogue''s own text of category_value.';
comment on index health.sample_stream_idx is
    'The stream of one type in order of start, without touching the heap: what statistics are computed from.';

create table health.workout (
    person_id integer not null,
    uuid uuid not null,
    activity_type integer,
    sent_activity_type text,
    duration double precision,
    total_energy_burned double precision,
    total_distance double precision,
    constraint workout_pkey primary key (person_id, uuid)
);

comment on table health.workout is
    'What a workout has beside the columns of health.sample (HKWorkout). A column is null where nothing was sent; values '
    'and units as sent are in health.sample_detail.parts.';
comment on column health.workout.person_id is 'Whose workout.';
comment on column health.workout.uuid is 'The sample.';
comment on column health.workout.activity_type is
    'Raw value of HKWorkoutActivityType (health.workout_activity_type); null for one in no catalogue.';
comment on column health.workout.sent_activity_type is
    'The activity as sent; null where it is the catalogue''s own text of activity_type.';
comment on column health.workout.duration is 'Seconds, without pauses.';
comment on column health.workout.total_energy_burned is 'Kilocalories.';
comment on column health.workout.total_distance is 'Metres.';

create table health.sample_detail (
    person_id integer not null,
    uuid uuid not null,
    metadata jsonb,
    parts jsonb,
    constraint sample_detail_pkey primary key (person_id, uuid)
);

comment on table health.sample_detail is 'What hangs on a sample beside its columns. Most samples have no row here.';
comment on column health.sample_detail.person_id is 'Whose sample.';
comment on column health.sample_detail.uuid is 'The sample.';
comment on column health.sample_detail.metadata is
    'HKMetadata as one object; a key that an export repeats with other values holds an array of them.';
comment on column health.sample_detail.parts is
    'What belongs to the sample and has no column: events, activities, statistics and routes of a workout, heart-rate beats, '
    'elements that nobody knows yet, in the sender''s words and order.';

create table health.contained_sample (
    person_id integer not null,
    container_uuid uuid not null,
    uuid uuid not null,
    constraint contained_sample_pkey primary key (person_id, container_uuid, uuid)
);

create index contained_sample_uuid_idx on health.contained_sample (person_id, uuid);

comment on table health.contained_sample is 'Which samples a correlation or workout contains. They are samples on their own, too.';
comment on column health.contained_sample.person_id is 'Whose samples.';
comment on column health.contained_sample.container_uuid is 'The correlation or workout.';
comment on column health.contained_sample.uuid is 'The sample in it.';
comment on index health.contained_sample_uuid_idx is 'Finds the containers of a sample that is deleted.';

create table health.deleted_sample (
    person_id integer not null,
    uuid uuid not null,
    sample_type_id integer,
    deleted_at timestamptz not null default now(),
    change_position bigint not null,
    constraint deleted_sample_pkey primary key (person_id, uuid)
);

comment on table health.deleted_sample is
    'Deletions (HKDeletedObject), kept for ever: a deleted sample does not come back, whichever arrives first.';
comment on column health.deleted_sample.person_id is 'Whose sample.';
comment on column health.deleted_sample.uuid is 'The deleted sample.';
comment on column health.deleted_sample.sample_type_id is 'Its type; null where the sample was never here and nobody said.';
comment on column health.deleted_sample.deleted_at is 'When the deletion arrived here.';
comment on column health.deleted_sample.change_position is 'Its place in the person''s change feed.';

create table health.sample_extent (
    person_id integer not null,
    sample_type_id integer not null,
    longest_duration interval not null,
    constraint sample_extent_pkey primary key (person_id, sample_type_id)
);

comment on table health.sample_extent is
    'How far before a range its samples may begin. An upper bound: deletions do not lower it.';
comment on column health.sample_extent.person_id is 'Whose samples.';
comment on column health.sample_extent.sample_type_id is 'Of which type.';
comment on column health.sample_extent.longest_duration is 'No sample of the type is longer.';

create table health.export_element (
    person_id integer not null,
    uuid uuid not null,
    name text not null,
    element jsonb not null,
    change_position bigint not null,
    constraint export_element_pkey primary key (person_id, uuid)
);

comment on table health.export_element is
    'Elements of export.xml that are not samples, as the export says them: Me, ActivitySummary, ClinicalRecord and those that '
    'nobody knows yet.';
comment on column health.export_element.person_id is 'Whose export.';
comment on column health.export_element.uuid is 'A version 5 uuid made from the element.';
comment on column health.export_element.name is 'Name of the element.';
comment on column health.export_element.element is 'name, attributes, children and text, in the export''s order.';
comment on column health.export_element.change_position is 'Its place in the person''s change feed.';
