-- How far clients have sent their data (HKQueryAnchor): stored with the batch that brings the data,
-- so that the two never disagree.
create table health.client_anchor (
    -- Whose client.
    person_id integer not null,
    -- The client's name for itself; 1 to 200 bytes.
    device text not null,
    -- The types that the anchor is for, by identifier, each once and in the order of their bytes.
    types text[] not null,
    -- SHA-256 of the types with commas between: all types together are too long for an index.
    types_sha256 bytea not null,
    -- The client's bytes, which the service does not interpret; 1 to 65,536.
    anchor bytea not null,
    -- When it was last stored.
    updated_at timestamptz not null default now(),
    -- The holder that stored the anchor. Other holders cannot read it.
    holder_id integer not null,
    constraint client_anchor_pkey primary key (person_id, holder_id, device, types_sha256),
    constraint client_anchor_anchor_check check (octet_length(anchor) between 1 and 65536),
    constraint client_anchor_device_check check (octet_length(device) between 1 and 200),
    constraint client_anchor_types_check check (cardinality(types) > 0),
    constraint client_anchor_holder_fkey foreign key (holder_id)
        references health.holder (holder_id) on delete cascade,
    constraint client_anchor_person_fkey foreign key (person_id)
        references health.person (person_id) on delete cascade
);
alter table health.client_anchor alter column person_id set statistics 0;
-- Without a policy, only the owner reads the table.
alter table health.client_anchor enable row level security;
