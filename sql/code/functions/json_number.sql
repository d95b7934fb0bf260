create function health_code.json_number(value jsonb) returns double precision
language sql immutable parallel safe
return
    case
        when jsonb_typeof(value) = 'number' then
            case
                when value::numeric = 0 then 0
                when abs(value::numeric) between 1e-300 and 1e300 then value::double precision
            end
    end;

comment on function health_code.json_number(jsonb) is
    'A number that somebody sent in JSON; null for anything else and for what no double precision can hold.';
