-- The challenges of passkeys that were answered rightly, so that each works once. A challenge ends
-- after some minutes, and its row is then deleted.
create table health.used_challenge (
    -- The random name inside the challenge.
    challenge_id uuid not null,
    -- When it was answered.
    used_at timestamptz not null default now(),
    constraint used_challenge_pkey primary key (challenge_id)
);
