-- The time at which a token was last used gets a table of its own. It is written with requests. On a
-- cluster, a write of health.token waits for all servers, and a write of this table goes to one.

create table health.token_use (
    person_id integer not null,
    token_id uuid not null,
    used_at timestamptz not null,
    constraint token_use_pkey primary key (person_id, token_id),
    constraint token_use_token_fkey foreign key (person_id, token_id) references health.token (person_id, token_id)
        on delete cascade
) with (fillfactor = 50);
comment on table health.token_use is
    'When tokens and sessions were last used. A token that was not used has no row.';
comment on column health.token_use.person_id is 'The person whom the token is about.';
comment on column health.token_use.token_id is 'The token or session.';
comment on column health.token_use.used_at is 'The time of the last request with the token, written at most once a minute.';

insert into health.token_use (person_id, token_id, used_at)
select token.person_id, token.token_id, token.last_used_at
from health.token
where token.last_used_at is not null;

alter table health.token drop column last_used_at;
