-- What imports refused, and why; never a health value. Of one import the first 100000 are listed,
-- health.import.refused counts all.
create table health.import_refusal (
    -- Whose data.
    person_id integer not null,
    -- By which import.
    import_id integer not null,
    -- Counts the refusals of the import from 0, in the order of the file.
    ordinal bigint not null,
    -- Path inside the archive, or the file's name.
    file_path text not null,
    -- Line of its start tag, from 1; null for a whole file.
    line integer,
    -- Name of the element.
    element text not null,
    -- Stable name of the reason.
    code text not null,
    -- The attribute or element at fault; null if it is none.
    field text,
    -- The reason in words.
    message text not null,
    constraint import_refusal_pkey primary key (person_id, import_id, ordinal),
    constraint import_refusal_import_fkey foreign key (person_id, import_id)
        references health.import (person_id, import_id) on delete cascade
);
alter table health.import_refusal alter column person_id set statistics 0;
