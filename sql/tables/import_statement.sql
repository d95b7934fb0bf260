-- What an export states: all samples of a type that start from its first one until it was made. A
-- sample that it does not list there was deleted, unless it is the export of another Health store.
create table health.import_statement (
    -- Whose samples.
    person_id integer not null,
    -- The import, in health.import.
    import_id integer not null,
    -- The type.
    sample_type_id integer not null,
    -- Start of the first sample.
    from_time timestamptz not null,
    -- When the export was made (ExportDate).
    to_time timestamptz not null,
    constraint import_statement_pkey primary key (person_id, import_id, sample_type_id)
);
alter table health.import_statement alter column person_id set statistics 0;
-- Without a policy, only the owner reads the table.
alter table health.import_statement enable row level security;
