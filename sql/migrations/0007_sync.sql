-- What phones need to send anything twice, late and in any order: identities that outlive uuids, receipts that can be had
-- again, and the anchors up to which they have sent.

create table health.sample_sync (
    person_id integer not null,
    sample_type_id integer not null,
    source_id integer not null,
    identifier text not null,
    version numeric not null,
    uuid uuid not null,
    constraint sample_sync_pkey primary key (person_id, sample_type_id, source_id, identifier),
    constraint sample_sync_identifier_check check (octet_length(identifier) between 1 and 1000)
);

comment on table health.sample_sync is
    'The greatest version seen of each identifier that apps gave their samples (HKMetadataKeySyncIdentifier), kept for ever: an '
    'older version that comes late is not stored, even if the newer one has been deleted. Imports write nothing here.';
comment on column health.sample_sync.person_id is 'Whose samples.';
comment on column health.sample_sync.sample_type_id is 'Their type; the same identifier of another type is another.';
comment on column health.sample_sync.source_id is 'Their source; the same identifier of another source is another.';
comment on column health.sample_sync.identifier is 'HKMetadataKeySyncIdentifier; 1 to 1,000 bytes.';
comment on column health.sample_sync.version is 'HKMetadataKeySyncVersion, the greatest that came.';
comment on column health.sample_sync.uuid is 'The sample of this version, which may have been deleted.';

insert into health.sample_sync (person_id, sample_type_id, source_id, identifier, version, uuid)
select distinct on (sample.person_id, sample.sample_type_id, source_revision.source_id, synced.identifier)
    sample.person_id, sample.sample_type_id, source_revision.source_id, synced.identifier, synced.version, sample.uuid
from health.sample
join health.source_revision using (person_id, source_revision_id)
join (
    select person_id, uuid, metadata ->> 'HKMetadataKeySyncIdentifier' as identifier,
        case when jsonb_typeof(metadata -> 'HKMetadataKeySyncVersion') = 'number'
            then (metadata ->> 'HKMetadataKeySyncVersion')::numeric end as version
    from health.sample_detail
    where jsonb_typeof(metadata -> 'HKMetadataKeySyncIdentifier') = 'string'
) synced using (person_id, uuid)
where synced.version is not null and octet_length(synced.identifier) between 1 and 1000
order by sample.person_id, sample.sample_type_id, source_revision.source_id, synced.identifier, synced.version desc,
    sample.change_position;

create table health.idempotency_key (
    person_id integer not null,
    key text not null,
    body_sha256 bytea not null,
    status integer not null,
    response bytea,
    created_at timestamptz not null default now(),
    constraint idempotency_key_pkey primary key (person_id, key),
    constraint idempotency_key_person_fkey foreign key (person_id) references health.person (person_id) on delete cascade,
    constraint idempotency_key_key_check check (key ~ '^[!-~]{1,200}$'),
    constraint idempotency_key_body_sha256_check check (octet_length(body_sha256) = 32)
);

create index idempotency_key_created_at_idx on health.idempotency_key (person_id, created_at);

comment on table health.idempotency_key is
    'The receipts of batches that came with an Idempotency-Key, so that sending one again gives the same receipt. Rows are '
    'forgotten after some days.';
comment on column health.idempotency_key.person_id is 'Whose batch.';
comment on column health.idempotency_key.key is 'As sent; 1 to 200 visible ASCII characters.';
comment on column health.idempotency_key.body_sha256 is 'SHA-256 of the batch: another batch must not use the key.';
comment on column health.idempotency_key.status is 'HTTP status of the answer.';
comment on column health.idempotency_key.response is 'The answer, byte for byte; null for one too long to be kept.';
comment on column health.idempotency_key.created_at is 'When the batch was stored.';
comment on index health.idempotency_key_created_at_idx is 'Finds the keys that are to be forgotten.';

create table health.client_anchor (
    person_id integer not null,
    device text not null,
    types text[] not null,
    types_sha256 bytea not null,
    anchor bytea not null,
    updated_at timestamptz not null default now(),
    constraint client_anchor_pkey primary key (person_id, device, types_sha256),
    constraint client_anchor_person_fkey foreign key (person_id) references health.person (person_id) on delete cascade,
    constraint client_anchor_device_check check (octet_length(device) between 1 and 200),
    constraint client_anchor_types_check check (cardinality(types) > 0),
    constraint client_anchor_anchor_check check (octet_length(anchor) between 1 and 65536)
);

comment on table health.client_anchor is
    'How far clients have sent their data (HKQueryAnchor): stored with the batch that brings the data, so that the two never '
    'disagree.';
comment on column health.client_anchor.person_id is 'Whose client.';
comment on column health.client_anchor.device is 'The client''s name for itself; 1 to 200 bytes.';
comment on column health.client_anchor.types is
    'The types that the anchor is for, by identifier, each once and in the order of their bytes.';
comment on column health.client_anchor.types_sha256 is
    'SHA-256 of the types with commas between: all types together are too long for an index.';
comment on column health.client_anchor.anchor is 'The client''s bytes, which nobody here reads; 1 to 65,536.';
comment on column health.client_anchor.updated_at is 'When it was last stored.';
