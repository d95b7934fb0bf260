-- Imports that may be killed at any time and go on, and what became of them.

create schema health_staging;

comment on schema health_staging is
    'What unfinished imports have read and not stored yet: a table for each, import_PERSON_IMPORT, dropped when it ends.';

create table health.import (
    person_id integer not null,
    import_id integer not null,
    state text not null default 'running',
    file_name text not null,
    file_bytes bigint not null,
    fingerprint text,
    started_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    finished_at timestamptz,
    start_position bigint not null,
    direct_position bigint,
    bytes_read bigint not null default 0,
    records_read bigint not null default 0,
    stored bigint not null default 0,
    already_known bigint not null default 0,
    recognised bigint not null default 0,
    repeated_inside bigint not null default 0,
    deleted_before bigint not null default 0,
    refused bigint not null default 0,
    repaired bigint not null default 0,
    error text,
    checkpoint jsonb,
    constraint import_pkey primary key (person_id, import_id),
    constraint import_person_fkey foreign key (person_id) references health.person (person_id) on delete cascade,
    constraint import_state_check check (state in ('running', 'finished', 'failed', 'cancelled'))
);

create unique index import_running_idx on health.import (person_id) where state = 'running';

comment on table health.import is
    'Every import of a file. records_read = stored + already_known + repeated_inside + deleted_before + refused, once it is finished.';
comment on column health.import.person_id is 'Whose data.';
comment on column health.import.import_id is 'Counts the person''s imports from 1.';
comment on column health.import.state is
    'running (also when its program was killed: the same command goes on), finished, failed or cancelled. Of the last two nothing '
    'is stored.';
comment on column health.import.file_name is 'Name of the file without its folder.';
comment on column health.import.file_bytes is 'Its size.';
comment on column health.import.fingerprint is
    'SHA-256 of its size, beginning, end and places between, in hexadecimal digits: tells the same file again. Null where unknown: '
    'such an import cannot go on.';
comment on column health.import.started_at is 'When it began first.';
comment on column health.import.updated_at is 'When something of it was last committed.';
comment on column health.import.finished_at is 'When it ended, in whatever way.';
comment on column health.import.start_position is 'The end of the person''s change feed when it began.';
comment on column health.import.direct_position is
    'Set while records go into health.sample as they are read, which is so as long as the person has no other samples. They take '
    'the places of the change feed behind this one, which the feed reaches when the import is finished.';
comment on column health.import.bytes_read is 'How far the file was read, compressed if it is.';
comment on column health.import.records_read is 'Records and other elements that were read, the refused ones included.';
comment on column health.import.stored is 'New samples and elements.';
comment on column health.import.already_known is 'What the store held already.';
comment on column health.import.recognised is 'Of already_known, what the store held with other uuids: from the phone, as a rule.';
comment on column health.import.repeated_inside is 'Records inside a correlation or workout that the file repeats at its top level.';
comment on column health.import.deleted_before is 'Records that the person had deleted.';
comment on column health.import.refused is 'Records that could not be read, in health.import_refusal.';
comment on column health.import.repaired is
    'Defects of the file that were repaired. Those between a checkpoint and the end of a killed program are counted twice.';
comment on column health.import.error is 'Why it failed; null if it did not.';
comment on column health.import.checkpoint is
    'Where it goes on, with the names and counts until there; null before the first and after the end.';
comment on index health.import_running_idx is 'Of one person, one import runs at a time.';

create table health.import_refusal (
    person_id integer not null,
    import_id integer not null,
    ordinal bigint not null,
    file_path text not null,
    line integer,
    element text not null,
    code text not null,
    field text,
    message text not null,
    constraint import_refusal_pkey primary key (person_id, import_id, ordinal),
    constraint import_refusal_import_fkey foreign key (person_id, import_id)
        references health.import (person_id, import_id) on delete cascade
);

comment on table health.import_refusal is
    'What imports refused, and why; never a health value. Of one import the first 100000 are listed, health.import.refused counts all.';
comment on column health.import_refusal.person_id is 'Whose data.';
comment on column health.import_refusal.import_id is 'By which import.';
comment on column health.import_refusal.ordinal is 'Counts the refusals of the import from 0, in the order of the file.';
comment on column health.import_refusal.file_path is 'Path inside the archive, or the file''s name.';
comment on column health.import_refusal.line is 'Line of its start tag, from 1; null for a whole file.';
comment on column health.import_refusal.element is 'Name of the element.';
comment on column health.import_refusal.code is 'Stable name of the reason.';
comment on column health.import_refusal.field is 'The attribute or element at fault; null if it is none.';
comment on column health.import_refusal.message is 'The reason in words.';

create table health.import_count (
    person_id integer not null,
    import_id integer not null,
    item text not null,
    source text not null,
    read bigint not null,
    stored bigint not null,
    already_known bigint not null,
    recognised bigint not null,
    repeated_inside bigint not null,
    deleted_before bigint not null,
    refused bigint not null,
    constraint import_count_pkey primary key (person_id, import_id, item, source),
    constraint import_count_import_fkey foreign key (person_id, import_id)
        references health.import (person_id, import_id) on delete cascade
);

comment on table health.import_count is
    'What became of a finished import''s records, per type and source. Their sums are those of health.import.';
comment on column health.import_count.person_id is 'Whose data.';
comment on column health.import_count.import_id is 'Of which import.';
comment on column health.import_count.item is 'Identifier of the sample type, or name of the element where it is no sample or was refused.';
comment on column health.import_count.source is 'Name of the source; empty where there is none.';
comment on column health.import_count.read is 'As health.import.records_read.';
comment on column health.import_count.stored is 'As health.import.stored.';
comment on column health.import_count.already_known is 'As health.import.already_known.';
comment on column health.import_count.recognised is 'As health.import.recognised.';
comment on column health.import_count.repeated_inside is 'As health.import.repeated_inside.';
comment on column health.import_count.deleted_before is 'As health.import.deleted_before.';
comment on column health.import_count.refused is 'As health.import.refused.';
