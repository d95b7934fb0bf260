-- The passkeys (WebAuthn) with which holders log in to the page. An authenticator keeps the private
-- key.
create table health.passkey (
    -- Names the passkey in the API.
    passkey_id uuid not null,
    -- The holder who logs in with it.
    holder_id integer not null,
    -- What the holder calls it, such as the name of the device.
    name text not null,
    -- The authenticator's name of the key.
    credential_id bytea not null,
    -- The public key: SubjectPublicKeyInfo (RFC 5280) in DER.
    public_key bytea not null,
    -- The highest signature counter that was received; 0 if the authenticator does not count.
    sign_count bigint not null,
    -- The random bytes by which the authenticator names the holder.
    user_handle bytea not null,
    -- The host of the page for which the key was made.
    relying_party text not null,
    -- When the key was added.
    created_at timestamptz not null default now(),
    -- The last login; null if there was none.
    last_used_at timestamptz,
    constraint passkey_pkey primary key (passkey_id),
    constraint passkey_credential_key unique (credential_id),
    constraint passkey_credential_id_check check (octet_length(credential_id) between 1 and 1023),
    constraint passkey_user_handle_check check (octet_length(user_handle) between 1 and 64),
    constraint passkey_sign_count_check check (sign_count >= 0),
    constraint passkey_holder_fkey foreign key (holder_id) references health.holder (holder_id) on delete cascade
);

-- Finds the passkeys of a holder.
create index passkey_holder_idx on health.passkey (holder_id);
