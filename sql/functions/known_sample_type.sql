create function health_code.known_sample_type(named text)
returns integer
language plpgsql stable parallel safe
as $$
declare
    found_id integer;
begin
    -- An identifier is never the short name of another type. Two types of different kinds may have
    -- the same short name.
    select sample_type.sample_type_id into found_id
    from health.sample_type
    where sample_type.identifier = named or sample_type.short_name = named
    order by sample_type.kind = 'quantity' desc, sample_type.in_catalogue desc, sample_type.sample_type_id
    limit 1;
    if found_id is null then
        raise exception 'there is no sample type "%"', named
            using errcode = 'invalid_parameter_value', hint = 'select short_name from health.sample_type lists them';
    end if;
    return found_id;
end;
$$;

comment on function health_code.known_sample_type(text) is
    'Returns the sample_type_id of the type of any kind with this short name or identifier. If a quantity type and another type have '
    'the same short name, returns the quantity type. Raises an error if there is none.';
