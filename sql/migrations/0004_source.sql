-- Who wrote a sample, on what device, and whom to believe.

create table health.source (
    person_id integer not null,
    source_id integer not null,
    name text not null,
    bundle_identifier text,
    was_user_entered boolean not null,
    source_class text not null,
    created_at timestamptz not null default now(),
    constraint source_pkey primary key (person_id, source_id),
    constraint source_person_fkey foreign key (person_id) references health.person (person_id) on delete cascade,
    constraint source_class_check check (source_class in ('watch', 'phone', 'other'))
);

comment on table health.source is
    'An app or device that wrote samples of a person (HKSource). What the person typed into it is a source of its own.';
comment on column health.source.person_id is 'Whose source.';
comment on column health.source.source_id is 'Counts the person''s sources in order of their first appearance, from 1.';
comment on column health.source.name is 'As sent; exports write U+00A0 and U+2019 into it.';
comment on column health.source.bundle_identifier is 'Null where nobody has said it; export.xml never does.';
comment on column health.source.was_user_entered is 'True for what was entered by hand (HKWasUserEntered).';
comment on column health.source.source_class is
    'watch (Apple Watch), phone (iPhone, iPad, iPod touch) or other, by product type; decides the default priority.';
comment on column health.source.created_at is 'When its first sample arrived here.';

create table health.source_revision (
    person_id integer not null,
    source_revision_id integer not null,
    source_id integer not null,
    version text,
    product_type text,
    operating_system_version text,
    constraint source_revision_pkey primary key (person_id, source_revision_id),
    constraint source_revision_source_fkey foreign key (person_id, source_id)
        references health.source (person_id, source_id) on delete cascade
);

comment on table health.source_revision is 'A source at one version (HKSourceRevision).';
comment on column health.source_revision.person_id is 'Whose source.';
comment on column health.source_revision.source_revision_id is 'Counts the person''s revisions, from 1.';
comment on column health.source_revision.source_id is 'The source.';
comment on column health.source_revision.version is 'Version of the app, as sent; null where not sent.';
comment on column health.source_revision.product_type is 'Such as iPhone15,2 or Watch6,1; null where not sent.';
comment on column health.source_revision.operating_system_version is 'As sent; null where not sent.';

create table health.device (
    person_id integer not null,
    device_id integer not null,
    name text,
    manufacturer text,
    model text,
    hardware_version text,
    firmware_version text,
    software_version text,
    local_identifier text,
    udi_device_identifier text,
    creation_date text,
    unparsed text,
    constraint device_pkey primary key (person_id, device_id),
    constraint device_person_fkey foreign key (person_id) references health.person (person_id) on delete cascade
);

comment on table health.device is 'Hardware that made samples (HKDevice). A field is null where it was not sent.';
comment on column health.device.person_id is 'Whose device.';
comment on column health.device.device_id is 'Counts the person''s devices, from 1.';
comment on column health.device.name is 'Such as Apple Watch.';
comment on column health.device.manufacturer is 'Such as Apple Inc.';
comment on column health.device.model is 'Such as Watch.';
comment on column health.device.hardware_version is 'Such as Watch6,1.';
comment on column health.device.firmware_version is 'As sent.';
comment on column health.device.software_version is 'As sent.';
comment on column health.device.local_identifier is 'As sent.';
comment on column health.device.udi_device_identifier is 'Unique device identifier of the FDA, as sent.';
comment on column health.device.creation_date is 'As printed by newer exports.';
comment on column health.device.unparsed is 'A description that could not be taken apart; every other field is then null.';

create table health.source_priority (
    person_id integer not null,
    sample_type_id integer not null,
    source_id integer not null,
    rank integer not null,
    constraint source_priority_pkey primary key (person_id, sample_type_id, source_id),
    constraint source_priority_rank_key unique (person_id, sample_type_id, rank),
    constraint source_priority_source_fkey foreign key (person_id, source_id)
        references health.source (person_id, source_id) on delete cascade,
    constraint source_priority_sample_type_fkey foreign key (sample_type_id)
        references health.sample_type (sample_type_id)
);

comment on table health.source_priority is
    'The order of sources that the person set for a type (Data Sources & Access). Sources without a row follow in the '
    'default order.';
comment on column health.source_priority.person_id is 'Whose order.';
comment on column health.source_priority.sample_type_id is 'For which type.';
comment on column health.source_priority.source_id is 'The source.';
comment on column health.source_priority.rank is '0 is believed first.';
