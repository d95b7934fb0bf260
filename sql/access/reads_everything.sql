create or replace function health.reads_everything() returns boolean
language plpgsql stable parallel safe security definer cost 1000
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
as $$
begin
    -- The service takes this role only for holders that may not read everything.
    if current_setting('role') = 'healthstore_reader' or session_user = 'healthstore_reader' then return false; end if;
    return coalesce((select bool_and(asker.reads_all) from health.asker(false)), false);
end;
$$;

comment on function health.reads_everything() is
    'True if the user of this session may read something of a person, and everything of each such person.';
