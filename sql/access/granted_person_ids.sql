-- A statement may call this function often: each start of an index scan calls it, such as each
-- look-up of a sample's metadata. So the function only finds the people who granted something, and
-- does not compute the access.
create or replace function health.granted_person_ids() returns integer[]
language plpgsql stable parallel safe security definer cost 1000
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
as $$
declare
    -- The settings are those of health.asker.
    only_ids constant integer[] := array_remove(array[
        nullif(current_setting('healthstore.person_id', true), ''),
        nullif(current_setting('healthstore.asked_person_id', true), '')]::integer[], null);
    ids integer[];
begin
    -- The cases are those of health.asker.
    if starts_with(session_user::text, 'healthstore_sql_') then
        ids := array(select asker.person_id from health.asker(false));
    elsif current_setting('role') = 'healthstore_reader' or session_user = 'healthstore_reader' then
        ids := array_remove(array[nullif(current_setting('healthstore.reader', true), '')::integer], null);
    elsif pg_has_role(session_user, current_user, 'usage') then
        ids := array(
            select person.person_id
            from health.person
            where person.person_id = all (only_ids) and person.erasing_since is null);
    else
        ids := array(
            select access_grant.person_id
            from health.access_grant
            where access_grant.holder_id = (select holder.holder_id from health.holder where holder.role = session_user)
                and access_grant.person_id = all (only_ids)
                and (access_grant.may_read or access_grant.may_write) and access_grant.revoked_at is null
                and (access_grant.expires_at is null or access_grant.expires_at > now()));
    end if;
    -- The planner estimates the selectivity of a policy by the length of this array. For one id, it
    -- estimates a 200th of the rows, beside the 200th of the statement's own condition, and prefers
    -- an index scan by person alone. For 200 equal ids, it estimates that the policy filters
    -- nothing, so that an analyst's plan equals the owner's. An index scan looks up equal ids once.
    if cardinality(ids) between 1 and 199 then
        return ids || array_fill(ids[1], array[200 - cardinality(ids)]);
    end if;
    return ids;
end;
$$;

comment on function health.granted_person_ids() is
    'The people of whom the user of this session may read something. If there are fewer than 200, the first id is repeated, so that '
    'the array has 200 elements.';
