create or replace function health.reads_type(of_person_id integer, of_sample_type_id integer) returns boolean
language plpgsql stable parallel safe security definer cost 1000
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
as $$
begin
    return of_person_id = any (health.fully_readable_person_ids()) or exists (
        select 1 from health.readable_types() types
        where types.person_id = of_person_id and types.sample_type_id = of_sample_type_id);
end;
$$;

comment on function health.reads_type(integer, integer) is
    'True if the user of this session may read all samples of the type, at all times. Only then are figures of health.hour and '
    'health.day visible to it.';
