create or replace function health.fully_readable_person_ids() returns integer[]
language plpgsql stable parallel safe security definer cost 1000
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
as $$
begin
    -- The service takes this role only for holders that may not read everything.
    if current_setting('role') = 'healthstore_reader' or session_user = 'healthstore_reader' then return '{}'; end if;
    return array(select asker.person_id from health.asker(false) where asker.reads_all);
end;
$$;

comment on function health.fully_readable_person_ids() is
    'The people of whom the user of this session may read everything.';
