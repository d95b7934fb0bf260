-- The requests about each person, without values. The service writes an entry about a second after
-- its answer, and deletes it after the days of healthstore serve --access-log-days.
create table health.access_log (
    -- The person about whom the request was.
    person_id integer not null,
    -- The time at which the request arrived.
    requested_at timestamptz not null,
    -- Distinguishes entries of the same time. It is random, because a sequence would count the
    -- requests about other people.
    entry_id uuid not null default gen_random_uuid(),
    -- The holder that sent the request.
    holder_id integer not null,
    -- token, session, proxy if a trusted proxy named the person, or webhook for an event that the
    -- service sent to the holder.
    credential_kind text not null,
    -- The id of the token or session, in health.token, or of the webhook; null for a request of a
    -- proxy's user.
    credential_id uuid,
    -- The HTTP method.
    method text not null,
    -- The pattern of the path, such as /v1/workouts/{uuid}; null if no endpoint has the path.
    route text,
    -- The identifiers of the types that the query names.
    sample_types text[] not null default '{}',
    -- The parameter from of the query, as it was sent; null if it is missing or malformed.
    asked_from text,
    -- The parameter to of the query, as it was sent; null if it is missing or malformed.
    asked_to text,
    -- The status of the answer; null if the client disconnected before the answer.
    status smallint,
    -- The number of samples, buckets, nights or other rows of data in the answer; null if the route
    -- does not count them.
    row_count integer,
    -- The size of the body of the answer, in bytes.
    answer_bytes bigint not null,
    constraint access_log_pkey primary key (person_id, requested_at, entry_id)
);
alter table health.access_log alter column person_id set statistics 0;
-- Without a policy, only the owner reads the table.
alter table health.access_log enable row level security;
