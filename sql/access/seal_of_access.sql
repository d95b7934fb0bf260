create or replace function health.seal_of_access(access text) returns bytea
language plpgsql stable parallel safe
set search_path = pg_catalog, pg_temp
as $$
begin
    return sha256(
        (select store_secret.secret from health.store_secret)
        || sha256(timestamptz_send(transaction_timestamp()) || convert_to(access, 'UTF8')));
end;
$$;

comment on function health.seal_of_access(text) is
    'A digest of what a caller may read that only the owner of the store can compute. It is valid during one transaction.';
revoke execute on function health.seal_of_access(text) from public;
