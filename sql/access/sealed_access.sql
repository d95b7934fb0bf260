-- The service runs statements that callers wrote as a role healthstore_sql_N. Such a statement can
-- change every setting of its session. So the setting counts only with the seal that the service
-- computed for this transaction.
create or replace function health.sealed_access() returns jsonb
language plpgsql stable parallel safe security definer cost 1000
set search_path = pg_catalog, pg_temp
as $$
declare
    access constant text := nullif(current_setting('healthstore.access', true), '');
begin
    return case
        when starts_with(session_user::text, 'healthstore_sql_')
            and current_setting('healthstore.access_seal', true) = encode(health.seal_of_access(access), 'hex')
        then access::jsonb end;
end;
$$;

comment on function health.sealed_access() is
    'The access of the caller whose statement the service runs (health.access_of); null in any other session.';
