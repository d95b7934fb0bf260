create function health_code.text_number(value text) returns double precision
language sql immutable parallel safe
return
    case
        when length(value) <= 40 and value ~ '^[-+]?[0-9]+([.][0-9]+)?([eE][-+]?[0-9]{1,2})?$' then value::double precision
    end;

comment on function health_code.text_number(text) is 'Returns a decimal number in an attribute of an export; null for any other text.';
