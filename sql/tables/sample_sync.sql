-- The greatest version seen of each identifier that apps gave their samples
-- (HKMetadataKeySyncIdentifier), kept permanently: an older version that comes late is not stored,
-- even if the newer one has been deleted.
create table health.sample_sync (
    -- Whose samples.
    person_id integer not null,
    -- Their type; the same identifier of another type is another.
    sample_type_id integer not null,
    -- Their source; the same identifier of another source is another.
    source_id integer not null,
    -- HKMetadataKeySyncIdentifier; 1 to 1,000 bytes.
    identifier text not null,
    -- HKMetadataKeySyncVersion, the greatest that came.
    version numeric not null,
    -- The sample of this version, which may have been deleted.
    uuid uuid not null,
    constraint sample_sync_pkey primary key (person_id, sample_type_id, source_id, identifier),
    constraint sample_sync_identifier_check check (octet_length(identifier) between 1 and 1000)
);
alter table health.sample_sync alter column person_id set statistics 0;
