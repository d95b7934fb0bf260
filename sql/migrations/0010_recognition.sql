-- The same sample from an export and from the phone is one sample.

alter table health.sample add column is_imported boolean not null default false;

comment on column health.sample.is_imported is
    'True for a record of an export: its uuid is not HealthKit''s, which export.xml does not say.';

alter table health.change_counter add column imported_until timestamptz;

comment on column health.change_counter.imported_until is
    'No imported sample of the person starts later; null where none was ever imported. What starts later need not be compared.';

-- Until now nobody else had a reason to make version 5 uuids.
update health.sample set is_imported = true where get_byte(uuid_send(uuid), 6) >> 4 = 5;

update health.change_counter set imported_until = imported.until
from (select person_id, max(start_time) as until from health.sample where is_imported group by person_id) imported
where imported.person_id = change_counter.person_id;

create table health.recognised_record (
    person_id integer not null,
    imported_uuid uuid not null,
    sample_uuid uuid not null,
    device_id integer,
    creation_time timestamptz,
    metadata jsonb,
    parts jsonb,
    constraint recognised_record_pkey primary key (person_id, imported_uuid)
);

create index recognised_record_sample_uuid_idx on health.recognised_record (person_id, sample_uuid);

comment on table health.recognised_record is
    'Records of exports that are the same as a sample with another uuid: the one that the phone sent, as a rule. They stand for '
    'it for ever, also when it was deleted, and are not stored as samples. Device, creation time, metadata and parts are kept '
    'here where the sample itself has none.';
comment on column health.recognised_record.person_id is 'Whose record.';
comment on column health.recognised_record.imported_uuid is
    'What the record''s uuid would be. If it was a sample before, it is in health.deleted_sample, so that readers of the change '
    'feed forget it.';
comment on column health.recognised_record.sample_uuid is 'The sample, which may have been deleted since.';
comment on column health.recognised_record.device_id is 'What made it, in health.device; null where the sample says it.';
comment on column health.recognised_record.creation_time is
    'When it was saved on the phone; null where the sample says it.';
comment on column health.recognised_record.metadata is 'As in health.sample_detail; null where the sample has its own.';
comment on column health.recognised_record.parts is 'As in health.sample_detail; null where the sample has its own.';
comment on index health.recognised_record_sample_uuid_idx is 'Finds the records that stand for a sample.';
