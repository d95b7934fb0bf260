create function health_code.unit_of(for_person_id integer, for_sample_type_id integer, unit text default null)
returns table (unit_string text, factor double precision, shift double precision)
language plpgsql stable parallel safe
rows 1
as $$
#variable_conflict use_column
declare
    known health.sample_type;
    wanted_spelling constant text := lower(trim(unit_of.unit));
begin
    select * into known
    from health.sample_type
    where sample_type.sample_type_id = for_sample_type_id;
    if unit_of.unit is null then
        return query
        select chosen.unit_string, chosen.factor, chosen.shift
        from health.preferred_unit chosen
        where chosen.person_id = for_person_id and chosen.sample_type_id = for_sample_type_id;
        if not found then
            return query
            select known.preferred_unit, coalesce(known.preferred_factor, 1), coalesce(known.preferred_shift, 0);
        end if;
    else
        -- HealthKit's spelling has the highest priority. Other usual spellings follow, and then
        -- spellings that differ only in case.
        return query
        select type_unit.unit_string, type_unit.factor, type_unit.shift
        from health.type_unit
        left join health.unit_spelling
            on unit_spelling.unit_string = type_unit.unit_string and unit_spelling.spelling = wanted_spelling
        left join health.unit_symbol on unit_symbol.symbol = type_unit.unit_string
        where type_unit.identifier = known.identifier
            and (type_unit.unit_string = trim(unit_of.unit) or unit_spelling.spelling is not null
                or lower(type_unit.unit_string) = wanted_spelling or unit_symbol.alternate_symbol = trim(unit_of.unit))
        order by type_unit.unit_string = trim(unit_of.unit) desc, unit_spelling.spelling
        limit 1;
        if not found then
            raise exception 'unit "%" is no unit of %; %', unit_of.unit, known.short_name,
                coalesce('its units are ' || (
                    select string_agg(type_unit.unit_string, ', ' order by type_unit.is_preferred desc, type_unit.unit_string)
                    from health.type_unit
                    where type_unit.identifier = known.identifier), 'it has none')
                using errcode = 'invalid_parameter_value', hint = 'health.type_unit lists the units of all types';
        end if;
    end if;
end;
$$;

comment on function health_code.unit_of(integer, integer, text) is
    'Returns the unit in which a person reads the values of a type: the given unit, in HealthKit''s or a usual spelling; without one '
    'the person''s choice, else the type''s preferred unit. A value in this unit is the canonical value * factor + shift. Any other '
    'unit is an error that lists the units of the type. For a type without units, unit_string is null and the factor is 1.';
