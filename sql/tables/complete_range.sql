-- What an export or a client states: its Health store has no other samples of a type that start in
-- a range. An export states it from its first sample until it was made. An imported sample that the
-- range does not list was deleted on the phone, if both come from one Health store.
create table health.complete_range (
    -- Whose samples.
    person_id integer not null,
    -- The import, in health.import; 0 if a client stated it.
    import_id integer not null,
    -- The type.
    sample_type_id integer not null,
    -- The start of the range.
    from_time timestamptz not null,
    -- The end of the range, and when it was stated: when the export was made (ExportDate), or until
    -- when the client has read its Health store.
    to_time timestamptz not null,
    -- The samples of earlier imports in the range that the export does not list and that stayed.
    -- Undoing the import that brought them removes them. Null without such samples, and if there
    -- are more than a million.
    unlisted uuid[],
    constraint complete_range_pkey primary key (person_id, import_id, sample_type_id, from_time)
);
alter table health.complete_range alter column person_id set statistics 0;
-- Without a policy, only the owner reads the table.
alter table health.complete_range enable row level security;
