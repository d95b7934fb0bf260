-- Imports that arrive over HTTP: they are received and wait before they run.

alter table health.import drop constraint import_state_check;
alter table health.import add constraint import_state_check
    check (state in ('receiving', 'queued', 'running', 'finished', 'failed', 'cancelled'));
alter table health.import alter column start_position drop not null;
alter table health.import add column cancel_requested boolean not null default false;
alter table health.import add column error_code text;

comment on column health.import.state is
    'receiving (its file is being uploaded), queued, running (also when its program was killed: the same command goes on, and so '
    'does the service), finished, failed or cancelled. Of the last two nothing is stored.';
comment on column health.import.start_position is
    'The end of the person''s change feed when it began; null before.';
comment on column health.import.started_at is 'When it began first; of an upload, when that began.';
comment on column health.import.cancel_requested is 'Whether somebody wants it to end; whoever runs it sees that.';
comment on column health.import.error_code is 'Stable name of the reason in error; null where nobody gave one.';

create index import_waiting_idx on health.import (person_id, state, updated_at) where state in ('receiving', 'queued', 'running');

comment on index health.import_waiting_idx is 'Finds what is to be done, and what was abandoned.';

create table health.import_upload (
    person_id integer not null,
    import_id integer not null,
    spool_name uuid not null,
    received_bytes bigint not null default 0,
    expected_bytes bigint,
    sha256 bytea,
    idempotency_key text,
    taken_at timestamptz,
    constraint import_upload_pkey primary key (person_id, import_id),
    constraint import_upload_import_fkey foreign key (person_id, import_id)
        references health.import (person_id, import_id) on delete cascade,
    constraint import_upload_received_check check (received_bytes >= 0 and received_bytes <= expected_bytes)
);

create unique index import_upload_key_idx on health.import_upload (person_id, idempotency_key);

comment on table health.import_upload is 'What was uploaded for imports that came over HTTP. The file itself is in a folder of the service.';
comment on column health.import_upload.person_id is 'Whose data.';
comment on column health.import_upload.import_id is 'For which import.';
comment on column health.import_upload.spool_name is 'Name of the file in the folder of the service, until the import has ended.';
comment on column health.import_upload.received_bytes is 'How much of it is on the disk for good.';
comment on column health.import_upload.expected_bytes is 'How long the whole file is; null while the client has not said.';
comment on column health.import_upload.sha256 is 'Digest of the whole file, as the client announced it; null where it did not.';
comment on column health.import_upload.idempotency_key is
    'The client''s name for the upload, so that one whose answer was lost is found again; null where it gave none or it is forgotten.';
comment on column health.import_upload.taken_at is 'When it was taken from the queue last; null before.';
comment on index health.import_upload_key_idx is 'A key is the name of one upload.';
