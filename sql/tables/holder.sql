-- The ids of holders.
create sequence health.holder_holder_id_seq as integer;

-- The people, apps, devices and analysts to whom access may be granted. Each person has an own
-- holder.
create table health.holder (
    -- Identifies the holder. An id is not used again after the holder was removed.
    holder_id integer not null default nextval('health.holder_holder_id_seq'),
    -- The person whose own holder this is; null for any other holder.
    person_id integer,
    -- The name that the operator chose; null for a person's own holder, which has the person's
    -- name.
    name text,
    -- The SQL role that reads with the grants of this holder; null if there is none.
    role text,
    -- The time of creation.
    created_at timestamptz not null default now(),
    -- SHA-256 of the issuer and the subject of the account at a provider of OpenID Connect that
    -- logs in as the person, with a zero byte between them; null if no account is linked.
    openid_sha256 bytea,
    constraint holder_pkey primary key (holder_id),
    constraint holder_name_key unique (name),
    constraint holder_person_key unique (person_id),
    constraint holder_role_key unique (role),
    constraint holder_openid_key unique (openid_sha256),
    constraint holder_name_check check (
        case when person_id is null then name <> '' and octet_length(name) <= 200 else name is null and role is null end),
    constraint holder_openid_check check (
        openid_sha256 is null or octet_length(openid_sha256) = 32 and person_id is not null),
    constraint holder_person_fkey foreign key (person_id)
        references health.person (person_id) on delete cascade
);
alter sequence health.holder_holder_id_seq owned by health.holder.holder_id;
alter table health.holder alter column person_id set statistics 0;
-- Without a policy, only the owner reads the table.
alter table health.holder enable row level security;
