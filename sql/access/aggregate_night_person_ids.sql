create or replace function health.aggregate_night_person_ids() returns integer[]
language plpgsql stable parallel safe security definer cost 1000
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
as $$
begin
    return array(
        select types.person_id
        from health.readable_types() types
        join health.sample_type on sample_type.sample_type_id = types.sample_type_id
        where sample_type.identifier = 'hae:sleep_analysis');
end;
$$;

comment on function health.aggregate_night_person_ids() is
    'The people of whom the user of this session may read all nights that apps send as wholes. People of whom everything may be read '
    'are left out.';
