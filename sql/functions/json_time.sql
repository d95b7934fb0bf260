create function health_code.json_time(value jsonb) returns timestamptz
language plpgsql immutable parallel restricted
as $$
begin
    if jsonb_typeof(value) = 'string'
        and value #>> '{}' ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]+)?(Z| ?[+-][0-9]{2}:?[0-9]{2})$'
    then
        return (value #>> '{}')::timestamptz;
    end if;
    return null;
exception
    when datetime_field_overflow or invalid_datetime_format then return null;
end;
$$;

comment on function health_code.json_time(jsonb) is
    'Returns a time of RFC 3339, or in the date format of an export, in a JSON string; null for any other value. The result does not depend on settings, because the '
    'text has an offset.';
