create function health_code.known_quantity_type(named text, or_category boolean default false)
returns integer
language plpgsql stable parallel safe
as $$
declare
    found_type health.sample_type;
begin
    -- An identifier is never the short name of another type. Two types of different kinds may have
    -- the same short name.
    select sample_type.* into found_type
    from health.sample_type
    where sample_type.in_catalogue and (sample_type.identifier = named or sample_type.short_name = named)
    order by sample_type.kind = 'quantity' desc
    limit 1;
    if found_type.sample_type_id is null then
        raise exception 'there is no sample type "%"', named
            using errcode = 'invalid_parameter_value', hint = 'select short_name from health.quantity_type lists them';
    elsif found_type.identifier = 'HKCategoryTypeIdentifierSleepAnalysis' then
        raise exception '% has nights and no statistics', found_type.short_name
            using errcode = 'invalid_parameter_value', hint = 'health.sleep_night has the figures of nights';
    elsif (found_type.kind <> 'quantity' or found_type.aggregation_style is null)
        and not (or_category and found_type.kind = 'category')
    then
        raise exception '% is %; statistics need one', found_type.short_name,
            case when or_category then 'neither a quantity type nor a category type' else 'not a quantity type' end
            using errcode = 'invalid_parameter_value', hint = 'select short_name from health.sample_type lists them';
    end if;
    return found_type.sample_type_id;
end;
$$;

comment on function health_code.known_quantity_type(text, boolean) is
    'Returns the sample_type_id of the quantity type with this short name or identifier; with or_category, also that of a category '
    'type other than sleep. Raises an error if there is none.';
