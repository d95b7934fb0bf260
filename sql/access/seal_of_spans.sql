create or replace function health.seal_of_spans(spans health.readable_span[]) returns bytea
language plpgsql stable parallel safe
as $$
begin
    return sha256(
        (select store_secret.secret from health.store_secret)
        || sha256(array_send(spans) || timestamptz_send(statement_timestamp()) || textsend(session_user::text)));
end;
$$;

comment on function health.seal_of_spans(health.readable_span[]) is
    'A digest of the spans that only the owner of the store can compute. It is valid for the user of this session during one '
    'statement.';
revoke execute on function health.seal_of_spans(health.readable_span[]) from public;
