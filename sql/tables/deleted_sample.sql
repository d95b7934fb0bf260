-- Deletions (HKDeletedObject), kept permanently: a deleted sample does not come back, whichever
-- arrives first.
create table health.deleted_sample (
    -- Whose sample.
    person_id integer not null,
    -- The deleted sample.
    uuid uuid not null,
    -- Its type; null if the sample was never stored and the client did not name it.
    sample_type_id integer,
    -- When the deletion arrived here.
    deleted_at timestamptz not null default now(),
    -- Its position in the person's change feed.
    change_position bigint not null,
    -- True if the sample was deleted with a correlation that contained it. A further
    -- correlation or workout that contains the sample brings it back. False if the sample was
    -- deleted by its uuid.
    went_with_correlation boolean not null default false,
    -- Start of the deleted sample; null if it is not known.
    start_time timestamptz,
    -- End of the deleted sample; null if it is not known.
    end_time timestamptz,
    -- The end of the complete range that no longer has the sample: when the export was made, or
    -- until when the client has read its Health store. The sample is alive again if a newer export
    -- lists it. Null for a sample that a client deleted or a newer version replaced.
    stated_at timestamptz,
    -- Who wrote the sample, in health.source_revision. With type, times and value it tells a record
    -- of an export that is the same sample. Null for a record of an export, whose uuid is the same.
    source_revision_id integer,
    -- As in health.sample.
    quantity double precision,
    -- The value of a category sample, the activity of a workout or the identifier of a clinical
    -- record, as text.
    content text,
    -- The holder that saved the sample, as in health.sample.
    holder_id integer,
    constraint deleted_sample_pkey primary key (person_id, uuid)
);
alter table health.deleted_sample alter column person_id set statistics 0;

-- The change feed in its order.
create index deleted_sample_change_idx on health.deleted_sample (person_id, change_position);

-- Finds the deleted samples that a record of an export may be.
create index deleted_sample_time_idx on health.deleted_sample (person_id, sample_type_id, start_time)
    where source_revision_id is not null;

-- Finds the types of the deleted samples that a holder had saved.
create index deleted_sample_holder_idx on health.deleted_sample (person_id, holder_id, sample_type_id)
    where holder_id is not null;
