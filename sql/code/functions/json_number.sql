create function health_code.json_number(value jsonb) returns double precision
language sql immutable parallel safe
return
    case
        -- Written without an exponent, what a double precision cannot hold is longer.
        when jsonb_typeof(value) = 'number' and length(value #>> '{}') <= 305 then value::double precision
    end;

comment on function health_code.json_number(jsonb) is
    'A number that somebody sent in JSON; null for anything else and for what no double precision can hold.';
