create function health_code.chosen_units()
returns jsonb
language plpgsql stable parallel safe
as $$
begin
    return (
        select jsonb_object_agg(
            preferred_unit.person_id || ' ' || preferred_unit.sample_type_id,
            jsonb_build_array(preferred_unit.unit_string, preferred_unit.factor, preferred_unit.shift))
        from health.preferred_unit);
end;
$$;

comment on function health_code.chosen_units() is
    'The units that people chose: {"PERSON_ID SAMPLE_TYPE_ID": [unit, factor, shift], …}; null if nobody chose a unit. Views read them '
    'once for a statement: a look-up for each row would also evaluate row-level security for each row.';
