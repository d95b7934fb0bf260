create function health_code.json_time(value jsonb) returns timestamptz
language plpgsql immutable parallel restricted
as $$
begin
    if jsonb_typeof(value) = 'string'
        and value #>> '{}' ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]+)?(Z|[+-][0-9]{2}:?[0-9]{2})$'
    then
        return (value #>> '{}')::timestamptz;
    end if;
    return null;
exception
    when datetime_field_overflow or invalid_datetime_format then return null;
end;
$$;

comment on function health_code.json_time(jsonb) is
    'A time of RFC 3339 that somebody sent in JSON; null for anything else. It does not depend on settings, since the '
    'offset is in it.';
