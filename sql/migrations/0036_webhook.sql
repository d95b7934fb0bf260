-- Webhooks: addresses that the service tells about changes of a person's data.

create table health.webhook (
    person_id integer not null,
    webhook_id uuid not null,
    holder_id integer not null,
    token_id uuid,
    url text not null,
    secret bytea not null,
    created_at timestamptz not null default now(),
    position bigint not null,
    event_id uuid,
    event_end bigint,
    event_access uuid,
    event_types text,
    event_body text,
    attempts integer not null default 0,
    next_attempt_at timestamptz not null default now(),
    delivered_at timestamptz,
    failure text,
    disabled_at timestamptz,
    constraint webhook_pkey primary key (person_id, webhook_id),
    constraint webhook_person_fkey foreign key (person_id) references health.person (person_id) on delete cascade,
    constraint webhook_holder_fkey foreign key (holder_id) references health.holder (holder_id) on delete cascade,
    constraint webhook_url_check check (octet_length(url) between 1 and 2048),
    constraint webhook_secret_check check (octet_length(secret) between 24 and 64),
    constraint webhook_event_check check (num_nulls(event_id, event_end, event_access, event_types, event_body) in (0, 5))
);

comment on table health.webhook is
    'Addresses that the service tells which types and days of a person changed. Each has at most one event that waits.';
comment on column health.webhook.person_id is 'The person whose changes are told.';
comment on column health.webhook.webhook_id is 'Identifies the webhook.';
comment on column health.webhook.holder_id is 'The holder that made the webhook. Events tell only what it may read.';
comment on column health.webhook.token_id is
    'The token that made the webhook and narrows what events tell; null if a session or a user of a proxy made it.';
comment on column health.webhook.url is 'The address, which may contain secrets of the receiver.';
comment on column health.webhook.secret is 'The key of the signatures. It is not a hash, because the service signs with it.';
comment on column health.webhook.created_at is 'The time of creation.';
comment on column health.webhook.position is 'The position of the change feed up to which changes were told.';
comment on column health.webhook.event_id is 'The id of the event that is not delivered yet; null if there is none.';
comment on column health.webhook.event_end is 'The position of the change feed up to which that event tells changes.';
comment on column health.webhook.event_access is 'health.access_basis when the event was made. If the access changes, another event replaces it.';
comment on column health.webhook.event_types is 'The identifiers of the types that the event names, one a line.';
comment on column health.webhook.event_body is 'The body of the event, so that each attempt sends the same bytes. It has no health values.';
comment on column health.webhook.attempts is 'The attempts to deliver the event that failed.';
comment on column health.webhook.next_attempt_at is
    'The earliest time of the next attempt. A service that begins an attempt first moves the time, so that no other service begins one.';
comment on column health.webhook.delivered_at is 'The time of the last delivery; null if there was none.';
comment on column health.webhook.failure is 'The reason why the last attempt failed; null if it succeeded.';
comment on column health.webhook.disabled_at is 'The time from which on no events are sent, for the reason in failure; null if they are.';

comment on column health.access_log.credential_kind is
    'token, session, proxy if a trusted proxy named the person, or webhook for an event that the service sent to the holder.';
comment on column health.access_log.credential_id is
    'The id of the token or session, in health.token, or of the webhook; null for a request of a proxy''s user.';
