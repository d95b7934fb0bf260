-- What became of a finished import's records, per type and source. Their sums are those of
-- health.import.
create table health.import_count (
    -- Whose data.
    person_id integer not null,
    -- The import.
    import_id integer not null,
    -- Identifier of the sample type, or name of the element where it is no sample or was refused.
    item text not null,
    -- Name of the source; empty if it has none.
    source text not null,
    -- As health.import.records_read.
    read bigint not null,
    -- As health.import.stored.
    stored bigint not null,
    -- As health.import.already_known.
    already_known bigint not null,
    -- As health.import.recognised.
    recognised bigint not null,
    -- As health.import.repeated_inside.
    repeated_inside bigint not null,
    -- As health.import.deleted_before.
    deleted_before bigint not null,
    -- As health.import.refused.
    refused bigint not null,
    -- As health.import.replaced.
    replaced bigint not null default 0,
    -- As health.import.missing_samples.
    missing bigint not null default 0,
    constraint import_count_pkey primary key (person_id, import_id, item, source),
    constraint import_count_import_fkey foreign key (person_id, import_id)
        references health.import (person_id, import_id) on delete cascade
);
alter table health.import_count alter column person_id set statistics 0;
