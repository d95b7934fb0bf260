-- Addresses that the service tells which types and days of a person changed. Each has at most one
-- event that waits.
create table health.webhook (
    -- The person whose changes are told.
    person_id integer not null,
    -- Identifies the webhook.
    webhook_id uuid not null,
    -- The holder that made the webhook. Events tell only what it may read.
    holder_id integer not null,
    -- The token that made the webhook and narrows what events tell; null if a session or a user of
    -- a proxy made it.
    token_id uuid,
    -- The address, which may contain secrets of the receiver.
    url text not null,
    -- The key of the signatures. It is not a hash, because the service signs with it.
    secret bytea not null,
    -- The time of creation.
    created_at timestamptz not null default now(),
    -- The position of the change feed up to which changes were told.
    position bigint not null,
    -- The id of the event that is not delivered yet; null if there is none.
    event_id uuid,
    -- The position of the change feed up to which that event tells changes.
    event_end bigint,
    -- health.access_basis when the event was made. If the access changes, another event replaces
    -- it.
    event_access uuid,
    -- The identifiers of the types that the event names, one a line.
    event_types text,
    -- The body of the event, so that each attempt sends the same bytes. It has no health values.
    event_body text,
    -- The attempts to deliver the event that failed.
    attempts integer not null default 0,
    -- The earliest time of the next attempt. A service that begins an attempt first moves the time,
    -- so that no other service begins one.
    next_attempt_at timestamptz not null default now(),
    -- The time of the last delivery; null if there was none.
    delivered_at timestamptz,
    -- The reason why the last attempt failed; null if it succeeded.
    failure text,
    -- The time from which on no events are sent, for the reason in failure; null if they are.
    disabled_at timestamptz,
    -- The secret before the last replacement, which signs, too; null if there is none. The first
    -- attempt after old_secret_until removes it.
    old_secret bytea,
    -- The time until which old_secret signs; null if there is no old secret.
    old_secret_until timestamptz,
    constraint webhook_pkey primary key (person_id, webhook_id),
    constraint webhook_event_check check (num_nulls(event_id, event_end, event_access, event_types, event_body) in (0, 5)),
    constraint webhook_old_secret_check check (num_nulls(old_secret, old_secret_until) in (0, 2) and octet_length(old_secret) between 24 and 64),
    constraint webhook_secret_check check (octet_length(secret) between 24 and 64),
    constraint webhook_url_check check (octet_length(url) between 1 and 2048),
    constraint webhook_holder_fkey foreign key (holder_id)
        references health.holder (holder_id) on delete cascade,
    constraint webhook_person_fkey foreign key (person_id)
        references health.person (person_id) on delete cascade
);
alter table health.webhook alter column person_id set statistics 0;
-- Without a policy, only the owner reads the table.
alter table health.webhook enable row level security;
