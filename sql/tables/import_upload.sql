-- What was uploaded for imports that came over HTTP. The file itself is in a folder of the service.
create table health.import_upload (
    -- Whose data.
    person_id integer not null,
    -- For which import.
    import_id integer not null,
    -- Name of the file in the folder of the service, until the import has ended.
    spool_name uuid not null,
    -- How much of it is on the disk for good.
    received_bytes bigint not null default 0,
    -- How long the whole file is; null while the client has not said.
    expected_bytes bigint,
    -- Digest of the whole file, as the client announced it; null where it did not.
    sha256 bytea,
    -- The client's name for the upload, so that one whose answer was lost is found again; null
    -- where it gave none or it is forgotten.
    idempotency_key text,
    -- When it was taken from the queue last; null before.
    taken_at timestamptz,
    -- The holder that uploads, as in health.import.
    holder_id integer not null,
    constraint import_upload_pkey primary key (person_id, import_id),
    constraint import_upload_received_check check (received_bytes >= 0 and received_bytes <= expected_bytes),
    constraint import_upload_import_fkey foreign key (person_id, import_id)
        references health.import (person_id, import_id) on delete cascade
);
alter table health.import_upload alter column person_id set statistics 0;
-- Without a policy, only the owner reads the table.
alter table health.import_upload enable row level security;

-- Finds the upload that a holder began with an idempotency key.
create unique index import_upload_key_idx on health.import_upload (person_id, holder_id, idempotency_key);
