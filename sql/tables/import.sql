-- Every import of a file. records_read = stored + already_known + repeated_inside + deleted_before
-- + refused, once it is finished.
create table health.import (
    -- Whose data.
    person_id integer not null,
    -- Counts the person's imports from 1.
    import_id integer not null,
    -- receiving (its file is being uploaded), queued, running (also when its program was killed:
    -- the same command goes on, and so does the service), finished, failed, cancelled or undone. Of
    -- the last three nothing is stored.
    state text not null default 'running',
    -- Name of the file, or of the directory of an unzipped export, without its folder.
    file_name text not null,
    -- Its size; of a directory that of all its files.
    file_bytes bigint not null,
    -- SHA-256, in hexadecimal digits, that tells the same file again: of its size, beginning, end
    -- and places between; of a directory of the paths, sizes and times of the last change of its
    -- files. Null where unknown: such an import cannot go on.
    fingerprint text,
    -- When it began first; of an upload, when that began.
    started_at timestamptz not null default now(),
    -- When something of it was last committed.
    updated_at timestamptz not null default now(),
    -- When it ended, in whatever way.
    finished_at timestamptz,
    -- The end of the person's change feed when it began; null before.
    start_position bigint,
    -- Set while records go into health.sample as they are read, which is so as long as the person
    -- has no other samples. They take the positions of the change feed behind this one, which the
    -- feed reaches when the import is finished.
    direct_position bigint,
    -- How far the file was read, compressed if it is.
    bytes_read bigint not null default 0,
    -- Records and other elements that were read, the refused ones included.
    records_read bigint not null default 0,
    -- New samples and elements.
    stored bigint not null default 0,
    -- What the store held already.
    already_known bigint not null default 0,
    -- Of already_known, what the store held with other uuids: from the phone, as a rule.
    recognised bigint not null default 0,
    -- Records inside a correlation or workout that the file repeats at its top level.
    repeated_inside bigint not null default 0,
    -- Records that the person had deleted.
    deleted_before bigint not null default 0,
    -- Records that could not be read, in health.import_refusal.
    refused bigint not null default 0,
    -- Defects of the file that were repaired. Those between a checkpoint and the end of a killed
    -- program are counted twice.
    repaired bigint not null default 0,
    -- Why it failed; null if it did not.
    error text,
    -- Where it goes on, with the names and counts until there; null before the first and after the
    -- end.
    checkpoint jsonb,
    -- True if the import is to end. The process that runs it looks at this.
    cancel_requested boolean not null default false,
    -- Stable name of the reason in error; null if it has none.
    error_code text,
    -- Of already_known, records to which the file added what it has more: the points of a route,
    -- the statistics of a workout.
    completed bigint not null default 0,
    -- Samples of earlier exports that this one no longer lists, and that were deleted. They are no
    -- records of the file.
    replaced bigint not null default 0,
    -- Samples of earlier exports that this one does not list, and that were kept.
    missing_samples bigint not null default 0,
    -- What becomes of samples that it does not list and nothing in it explains: evident (they are
    -- replaced if it is evidently an export of the same Health store), replace or keep.
    missing text not null default 'evident',
    -- The holder that imports; the person's own for an import of the command line.
    holder_id integer not null,
    -- The token with which the file was uploaded. It limits what is imported. Null for an import of
    -- the command line or of a session.
    token_id uuid,
    constraint import_pkey primary key (person_id, import_id),
    constraint import_state_check check (state in ('receiving', 'queued', 'running', 'finished', 'failed', 'cancelled', 'undone')),
    constraint import_missing_check check (missing in ('evident', 'replace', 'keep')),
    constraint import_person_fkey foreign key (person_id)
        references health.person (person_id) on delete cascade
);
alter table health.import alter column person_id set statistics 0;

-- Of one person, one import runs at a time.
create unique index import_running_idx on health.import (person_id)
    where state = 'running';

-- Finds what is to be done, and what was abandoned.
create index import_waiting_idx on health.import (person_id, state, updated_at)
    where state in ('receiving', 'queued', 'running');
