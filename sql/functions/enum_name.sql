create function health_code.enum_name(of_enum text, sent jsonb)
returns text
language plpgsql stable parallel safe
as $$
begin
    return coalesce((
        select enum_value.case_name
        from health.enum_value
        where enum_value.enum = of_enum
            and (enum_value.raw_value = health_code.json_number(sent)
                or lower(enum_value.case_name) = lower(translate(sent #>> '{}', '_ ', '')))
        -- Several names may have the same number.
        order by enum_value.deprecated is not null, enum_value.case_name
        limit 1
    ), sent #>> '{}');
end;
$$;

comment on function health_code.enum_name(text, jsonb) is
    'Returns the name in Swift of a value of an enum of HealthKit, which senders give as its number or as its name in any case, with or '
    'without _ between words; the text as sent if the catalogue does not have it. Null for null.';
