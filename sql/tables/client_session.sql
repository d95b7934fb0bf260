-- The runs in which an automation of a client sent its windows. Requests of a run that is older
-- than the newest run change and delete nothing.
create table health.client_session (
    -- Whose automation.
    person_id integer not null,
    -- Which one: what the bundle identifiers of its sources begin with.
    automation text not null,
    -- The run, as the client names it; several requests may belong to it.
    session text not null,
    -- Counts the automation's runs in order of their first request, from 1.
    arrival bigint not null,
    -- When its first request arrived.
    first_arrived_at timestamptz not null default now(),
    -- The holder to which the automation belongs. Each holder has separate runs.
    holder_id integer not null,
    constraint client_session_pkey primary key (person_id, holder_id, automation, session),
    constraint client_session_arrival_key unique (person_id, holder_id, automation, arrival),
    constraint client_session_length_check check (octet_length(automation) <= 1000 and octet_length(session) <= 200),
    constraint client_session_holder_fkey foreign key (holder_id)
        references health.holder (holder_id) on delete cascade,
    constraint client_session_person_fkey foreign key (person_id)
        references health.person (person_id) on delete cascade
);
alter table health.client_session alter column person_id set statistics 0;
-- Without a policy, only the owner reads the table.
alter table health.client_session enable row level security;
