-- Records of exports that are equal to a sample with another uuid, which usually a phone sent. The
-- sample is stored instead of them, and they do not come back after it was deleted. The table keeps
-- the device, creation time, metadata and parts of a record that its sample lacks. It always keeps
-- the parts of a workout. Deleting the sample deletes metadata and parts here.
create table health.recognised_record (
    -- Whose record.
    person_id integer not null,
    -- What the record's uuid would be. If it was a sample before, it is in health.deleted_sample,
    -- so that readers of the change feed forget it.
    imported_uuid uuid not null,
    -- The sample, which may have been deleted since.
    sample_uuid uuid not null,
    -- What made it, in health.device; null where the sample says it.
    device_id integer,
    -- When it was saved on the phone; null where the sample says it.
    creation_time timestamptz,
    -- As in health.sample_detail; null where the sample has its own.
    metadata jsonb,
    -- As in health.sample_detail; null where the sample has its own. Of a workout the record's own
    -- parts: the phone sends it without the statistics and zones that an export has.
    parts jsonb,
    constraint recognised_record_pkey primary key (person_id, imported_uuid)
);
alter table health.recognised_record alter column person_id set statistics 0;

-- Finds the records that stand for a sample.
create index recognised_record_sample_uuid_idx on health.recognised_record (person_id, sample_uuid);
