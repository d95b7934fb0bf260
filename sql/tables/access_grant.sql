-- What a holder may do with the samples of a person. Several grants of one holder add up. Only a
-- revocation changes a row.
create table health.access_grant (
    -- The person to whom the samples belong.
    person_id integer not null,
    -- Identifies the grant.
    grant_id uuid not null,
    -- The holder that receives the rights.
    holder_id integer not null,
    -- The preset that wrote the grant, such as family; null if no preset was used.
    preset text,
    -- True if the holder may read the samples.
    may_read boolean not null default false,
    -- True if the holder may save and delete samples. A holder that may only write reads the
    -- samples that it saved.
    may_write boolean not null default false,
    -- True if the holder may grant access to others and change the person's settings.
    may_manage boolean not null default false,
    -- True if the grant covers the types of every access group except reproductive, clinical and
    -- routes.
    all_groups boolean not null default false,
    -- Access groups that the grant also covers. It covers reproductive, clinical and routes only if
    -- this list has them.
    groups text[] not null default '{}',
    -- Types that the grant also covers.
    sample_type_ids integer[] not null default '{}',
    -- Covered samples start at or after this instant; null for no limit.
    from_time timestamptz,
    -- Covered samples end at or before this instant; null for no limit.
    to_time timestamptz,
    -- True if the holder may read the names of sources and devices.
    shows_names boolean not null default true,
    -- The holder that made the grant; null for the operator.
    granted_by integer,
    -- The time at which the grant was made.
    granted_at timestamptz not null default now(),
    -- The instant at which the grant ends; null if it has no end.
    expires_at timestamptz,
    -- The time of the revocation; null if the grant was not revoked.
    revoked_at timestamptz,
    constraint access_grant_pkey primary key (person_id, grant_id),
    constraint access_grant_rights_check check (may_read or may_write or may_manage),
    constraint access_grant_time_check check (from_time < to_time),
    constraint access_grant_holder_fkey foreign key (holder_id)
        references health.holder (holder_id) on delete cascade,
    constraint access_grant_person_fkey foreign key (person_id)
        references health.person (person_id) on delete cascade
);
alter table health.access_grant alter column person_id set statistics 0;
-- Without a policy, only the owner reads the table.
alter table health.access_grant enable row level security;

-- Finds the people who granted something to a holder.
create index access_grant_holder_idx on health.access_grant (holder_id, person_id);
