create function health_code.json_number(value jsonb) returns double precision
language sql immutable parallel safe
return
    case
        -- jsonb prints a number without an exponent, so a number that is too great for double
        -- precision has more than 305 characters.
        when jsonb_typeof(value) = 'number' and length(value #>> '{}') <= 305 then value::double precision
    end;

comment on function health_code.json_number(jsonb) is
    'Returns a JSON number; null for any other value and for a number that double precision cannot hold.';
