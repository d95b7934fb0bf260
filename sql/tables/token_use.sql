-- Requests write this table. A write of health.token would wait for all servers of a cluster. The
-- pages keep room for new versions of rows, so that an update writes one page.

-- When tokens and sessions were last used. A token that was not used has no row.
create table health.token_use (
    -- The person whom the token is about.
    person_id integer not null,
    -- The token or session.
    token_id uuid not null,
    -- The time of the last request with the token, written at most once a minute.
    used_at timestamptz not null,
    constraint token_use_pkey primary key (person_id, token_id),
    constraint token_use_token_fkey foreign key (person_id, token_id)
        references health.token (person_id, token_id) on delete cascade
) with (fillfactor = 50);
alter table health.token_use alter column person_id set statistics 0;
-- Without a policy, only the owner reads the table.
alter table health.token_use enable row level security;
