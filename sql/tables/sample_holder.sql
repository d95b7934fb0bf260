-- The holders that saved a sample with the same content after another holder had saved it. They may
-- read the sample as their own. Holders that may read everything have no rows.
create table health.sample_holder (
    -- The person to whom the sample belongs.
    person_id integer not null,
    -- The sample, in health.sample or health.deleted_sample.
    uuid uuid not null,
    -- The holder that saved the same sample. It may be the person's own.
    holder_id integer not null,
    -- The type of the sample; null if it was deleted and its type is not known.
    sample_type_id integer,
    -- The source of the sample when the holder saved it; null if it was deleted before.
    source_revision_id integer,
    -- The device of the sample when the holder saved it; null if there is none.
    device_id integer,
    constraint sample_holder_pkey primary key (person_id, uuid, holder_id)
);
alter table health.sample_holder alter column person_id set statistics 0;

-- Finds the types, sources and devices of the samples that a further holder saved.
create index sample_holder_type_idx on health.sample_holder (person_id, holder_id, sample_type_id, source_revision_id, (coalesce(device_id, 0)));
