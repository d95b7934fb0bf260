create function health_code.given_wall_clock(parameter text, given text)
returns timestamp
language plpgsql immutable parallel safe
as $$
declare
    parts constant record := health_code.time_parts(given);
begin
    if given is not null and (parts.wall_clock is null or parts.utc_offset is not null) then
        raise exception '% must be a wall clock without an offset, such as 2024-01-01 or 2024-01-01T06:00', parameter
            using errcode = 'invalid_parameter_value';
    end if;
    return parts.wall_clock;
end;
$$;

comment on function health_code.given_wall_clock(text, text) is
    'Returns the wall clock of a parameter, null for null. Any other text is an error that names the parameter.';
