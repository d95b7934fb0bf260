-- A source at one version (HKSourceRevision).
create table health.source_revision (
    -- Whose source.
    person_id integer not null,
    -- Counts the person's revisions, from 1.
    source_revision_id integer not null,
    -- The source.
    source_id integer not null,
    -- The source whose name the samples have, if it is joined to source_id; otherwise null.
    sent_source_id integer,
    -- Version of the app, as sent; null where not sent.
    version text,
    -- Such as iPhone15,2 or Watch6,1; null where not sent.
    product_type text,
    -- As sent; null where not sent.
    operating_system_version text,
    constraint source_revision_pkey primary key (person_id, source_revision_id),
    constraint source_revision_source_fkey foreign key (person_id, source_id)
        references health.source (person_id, source_id) on delete cascade
);
alter table health.source_revision alter column person_id set statistics 0;

-- Finds the revisions of the few sources that a batch names.
create index source_revision_source_idx on health.source_revision (person_id, source_id);
