-- The receipts of batches that came with an Idempotency-Key, so that sending one again gives the
-- same receipt. Rows are forgotten after some days.
create table health.idempotency_key (
    -- Whose batch.
    person_id integer not null,
    -- As sent; 1 to 200 visible ASCII characters.
    key text not null,
    -- SHA-256 of the batch: another batch must not use the key.
    body_sha256 bytea not null,
    -- HTTP status of the answer.
    status integer not null,
    -- The answer, byte for byte; null for one too long to be kept.
    response bytea,
    -- When the batch was stored.
    created_at timestamptz not null default now(),
    -- The holder that sent the batch. Two holders may use the same key for different batches.
    holder_id integer not null,
    constraint idempotency_key_pkey primary key (person_id, holder_id, key),
    constraint idempotency_key_body_sha256_check check (octet_length(body_sha256) = 32),
    constraint idempotency_key_key_check check (key ~ '^[!-~]{1,200}$'),
    constraint idempotency_key_holder_fkey foreign key (holder_id)
        references health.holder (holder_id) on delete cascade,
    constraint idempotency_key_person_fkey foreign key (person_id)
        references health.person (person_id) on delete cascade
);
alter table health.idempotency_key alter column person_id set statistics 0;
-- Without a policy, only the owner reads the table.
alter table health.idempotency_key enable row level security;

-- Finds the keys that are to be forgotten.
create index idempotency_key_created_at_idx on health.idempotency_key (person_id, created_at);
