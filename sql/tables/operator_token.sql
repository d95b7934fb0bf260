-- The tokens with which operators add, rename, list and erase people over HTTP. These tokens read
-- no health data.
create table health.operator_token (
    -- The id of the token, which is a part of its text.
    token_id uuid not null,
    -- SHA-256 of the secret. The store does not keep the secret.
    secret_sha256 bytea not null,
    -- The name that the operator chose.
    name text not null,
    -- The time of creation.
    created_at timestamptz not null default now(),
    -- The instant at which the token ends; null if it has no end.
    expires_at timestamptz,
    -- The time of the last request with the token, to within a minute; null if no request had it.
    last_used_at timestamptz,
    -- The time of the revocation; null if the token was not revoked.
    revoked_at timestamptz,
    constraint operator_token_pkey primary key (token_id),
    constraint operator_token_secret_sha256_check check (octet_length(secret_sha256) = 32)
);
