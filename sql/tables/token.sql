-- Tokens, sessions and login links. Each belongs to one holder, is about one person, and can only
-- narrow the grants of the holder.
create table health.token (
    -- The person whom the token is about.
    person_id integer not null,
    -- Names the token; the public half of what the client sends.
    token_id uuid not null,
    -- SHA-256 of the secret half, which is 256 random bits and is kept nowhere; of the code itself
    -- for pairing.
    secret_sha256 bytea not null,
    -- What the token is for, in the operator's words; for an invitation, the name of the later
    -- holder.
    name text not null,
    -- When the token was made.
    created_at timestamptz not null default now(),
    -- From when on the token is refused; null while it is good.
    revoked_at timestamptz,
    -- The holder to which the token belongs; for an invitation, the holder who invites.
    holder_id integer not null,
    -- token (sent in the header Authorization), session (sent in a cookie of the page), login
    -- (sent once, to make a session), invitation (sent once, to make a grant and a session), code
    -- (an authorization code of OAuth) or pairing (a code that a person types into an app). Codes
    -- become tokens.
    kind text not null default 'token',
    -- How a person opened the session: login-link (by a link of healthstore login-link), passkey,
    -- invitation (by a link of a person who shares data) or openid (at a provider of OpenID
    -- Connect). Null for every other kind.
    opened_by text,
    -- The passkey with which the session was opened, also after it was removed; null for none.
    passkey_id uuid,
    -- False if the token does not allow reading.
    may_read boolean not null default true,
    -- False if the token does not allow writing.
    may_write boolean not null default true,
    -- False if the token does not allow managing.
    may_manage boolean not null default true,
    -- Null if the token does not narrow the types of the grants. Otherwise the token covers only
    -- the types that the columns all_groups, groups and sample_type_ids name, as in
    -- health.access_grant.
    all_groups boolean,
    -- Access groups that the token covers; see all_groups.
    groups text[] not null default '{}',
    -- Types that the token covers; see all_groups.
    sample_type_ids integer[] not null default '{}',
    -- The token covers samples that start at or after this instant; null for no limit.
    from_time timestamptz,
    -- The token covers samples that end at or before this instant; null for no limit.
    to_time timestamptz,
    -- False if the token hides the names of sources and devices.
    shows_names boolean not null default true,
    -- The instant at which the token, or the grant of an invitation, ends; null if it has no end.
    expires_at timestamptz,
    -- SHA-256 of the secret of the refresh token; null for a token that was not got by OAuth.
    refresh_sha256 bytea,
    -- SHA-256 of the secret of the refresh token that was used last; null if none was used.
    used_refresh_sha256 bytea,
    -- From when on secret_sha256 is refused, until a refresh replaces it; null if it has no end.
    -- For an invitation, the end of its link.
    secret_expires_at timestamptz,
    constraint token_pkey primary key (person_id, token_id),
    constraint token_kind_check check (kind in ('token', 'login', 'invitation', 'session', 'code', 'pairing')),
    constraint token_opened_by_check check (
        (kind = 'session') = (opened_by is not null)
        and opened_by in ('login-link', 'passkey', 'invitation', 'openid')),
    constraint token_passkey_check check (passkey_id is null or opened_by = 'passkey'),
    constraint token_secret_sha256_check check (octet_length(secret_sha256) = 32),
    constraint token_refresh_sha256_check check (
        octet_length(refresh_sha256) = 32 and octet_length(used_refresh_sha256) = 32),
    constraint token_time_check check (from_time < to_time),
    constraint token_holder_fkey foreign key (holder_id) references health.holder (holder_id) on delete cascade,
    constraint token_person_fkey foreign key (person_id) references health.person (person_id) on delete cascade
) with (fillfactor = 50);
alter table health.token alter column person_id set statistics 0;
-- Without a policy, only the owner reads the table.
alter table health.token enable row level security;

-- Finds the tokens of a holder.
create index token_holder_idx on health.token (holder_id);

-- Finds the person of a pairing code.
create unique index token_pairing_idx on health.token (secret_sha256) where kind = 'pairing';
