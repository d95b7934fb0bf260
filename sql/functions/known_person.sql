create function health_code.known_person(named text)
returns integer
language plpgsql stable parallel safe
as $$
declare
    found_id integer;
begin
    select person.person_id into found_id from health.person where person.name = named;
    if found_id is null then
        raise exception 'there is no person "%"', named
            using errcode = 'no_data_found', hint = 'select name from health.person lists the people whom you may see';
    end if;
    return found_id;
end;
$$;

comment on function health_code.known_person(text) is
    'Returns the person_id of the person with this name. Raises an error if the caller can see no such person.';
