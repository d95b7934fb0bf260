-- Rows of samples that an import replaced or completed, and elements that it replaced, for 90 days
-- at least: undoing the import brings them back. Also of samples that a complete range of a client
-- replaced: undoing import 0 brings them back. Also of samples that both names of a joined source
-- had: separating the names brings them back.
create table health.replaced_sample (
    -- Whose sample.
    person_id integer not null,
    -- The import that replaced it, in health.import. 0: a complete range of a client did.
    -- -N: it was removed when source N was joined.
    import_id integer not null,
    -- The sample or element. A replaced sample has a tombstone.
    uuid uuid not null,
    -- The table that had the rows.
    relation text not null,
    -- The column of the table that has the uuid: container_uuid for the contents of a container.
    key text not null,
    -- The rows.
    rows jsonb not null,
    -- When it was replaced.
    replaced_at timestamptz not null default now(),
    constraint replaced_sample_pkey primary key (person_id, uuid, import_id, relation, key)
);
alter table health.replaced_sample alter column person_id set statistics 0;

-- Finds what an import replaced.
create index replaced_sample_import_idx on health.replaced_sample (person_id, import_id);
-- Without a policy, only the owner reads the table.
alter table health.replaced_sample enable row level security;
