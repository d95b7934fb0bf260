create or replace function health.named_person_ids() returns integer[]
language plpgsql stable parallel safe security definer cost 1000
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
as $$
begin
    return array(select asker.person_id from health.asker(false) where asker.shows_names);
end;
$$;

comment on function health.named_person_ids() is
    'The people whose names of sources and devices the user of this session may read.';
