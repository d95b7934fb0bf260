-- What the phones of a person are to send. A phone reads its plan when it starts, and obeys it.
create table health.sync_plan (
    -- Whose samples.
    person_id integer not null,
    -- The client's name for the phone, as in client_anchor; 1 to 200 bytes. The plan named default
    -- is for every phone without one of its own.
    device text not null,
    -- The plan as the program encodes it (SyncPlan). The service refuses samples that begin before
    -- its member start. Null for a phone that has only reported shared_since.
    plan jsonb,
    -- Types, and the time since which the person shares their samples with the app, as the phone
    -- has reported. Null if it has reported nothing.
    shared_since jsonb,
    -- When the plan was last changed.
    updated_at timestamptz not null default now(),
    constraint sync_plan_pkey primary key (person_id, device),
    constraint sync_plan_device_check check (octet_length(device) between 1 and 200),
    constraint sync_plan_person_fkey foreign key (person_id)
        references health.person (person_id) on delete cascade
);
alter table health.sync_plan alter column person_id set statistics 0;
-- Without a policy, only the owner reads the table.
alter table health.sync_plan enable row level security;
