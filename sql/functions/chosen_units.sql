create function health_code.chosen_units(for_person_id integer)
returns jsonb
language plpgsql stable parallel safe
as $$
begin
    return (
        select jsonb_object_agg(
            preferred_unit.sample_type_id,
            jsonb_build_array(preferred_unit.unit_string, preferred_unit.factor, preferred_unit.shift))
        from health.preferred_unit
        where preferred_unit.person_id = for_person_id);
end;
$$;

comment on function health_code.chosen_units(integer) is
    'The units that a person chose: {"SAMPLE_TYPE_ID": [unit, factor, shift], …}; null if the person chose none.';
