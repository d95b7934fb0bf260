-- The people whose data are kept, and the tokens that speak for them.
--
-- No trigger and no identity column on personal tables, person_id first in every key: the same schema can be
-- distributed by person. health.person itself is a small table that every node would hold.

create table health.person (
    person_id integer generated always as identity,
    uuid uuid not null default gen_random_uuid(),
    name text not null,
    created_at timestamptz not null default now(),
    constraint person_pkey primary key (person_id),
    constraint person_uuid_key unique (uuid),
    constraint person_name_key unique (name),
    constraint person_name_check check (name <> '' and octet_length(name) <= 200)
);

comment on table health.person is 'A person whose samples are kept.';
comment on column health.person.person_id is 'Leads the key of every personal table.';
comment on column health.person.uuid is 'Name space of the deterministic uuids of imported samples; never changes.';
comment on column health.person.name is 'How the operator calls the person; 1 to 200 bytes.';
comment on column health.person.created_at is 'When the person was added.';

create table health.token (
    person_id integer not null,
    token_id uuid not null,
    secret_sha256 bytea not null,
    name text not null,
    created_at timestamptz not null default now(),
    revoked_at timestamptz,
    constraint token_pkey primary key (person_id, token_id),
    constraint token_person_fkey foreign key (person_id) references health.person (person_id) on delete cascade,
    constraint token_secret_sha256_check check (octet_length(secret_sha256) = 32)
);

comment on table health.token is 'Bearer tokens; each speaks for one person.';
comment on column health.token.person_id is 'The person for whom the token speaks.';
comment on column health.token.token_id is 'Names the token; the public half of what the client sends.';
comment on column health.token.secret_sha256 is
    'SHA-256 of the secret half, which is 256 random bits and is kept nowhere.';
comment on column health.token.name is 'What the token is for, in the operator''s words.';
comment on column health.token.created_at is 'When the token was made.';
comment on column health.token.revoked_at is 'From when on the token is refused; null while it is good.';

create table health.change_counter (
    person_id integer not null,
    last_position bigint not null default 0,
    constraint change_counter_pkey primary key (person_id),
    constraint change_counter_person_fkey foreign key (person_id) references health.person (person_id)
        on delete cascade
);

comment on table health.change_counter is
    'The end of each person''s change feed. A writer locks the row until it commits, so that positions become visible in '
    'order and no reader can skip one.';
comment on column health.change_counter.person_id is 'Whose feed.';
comment on column health.change_counter.last_position is 'The position of the latest change; 0 before the first.';
