-- The key with which the service encrypts the anchors of holders that may not read everything. The
-- table has one row.
create table health.store_secret (
    -- Always true, so that a second row is impossible.
    is_only boolean not null default true,
    -- 32 random bytes. If they change, the anchors of these holders become invalid.
    secret bytea not null,
    constraint store_secret_pkey primary key (is_only),
    constraint store_secret_length_check check (octet_length(secret) = 32),
    constraint store_secret_only_check check (is_only)
);

-- PostgreSQL has no random bytes without an extension. Each uuid has 122 random bits.
insert into health.store_secret (secret)
select sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
