-- On the other servers of a cluster, the service's sessions log in as healthstore_reader and do not
-- set the role.
create or replace function health.asker()
returns table (person_id integer, holder_id integer, is_own boolean, reads_all boolean, shows_names boolean, spans jsonb)
language plpgsql stable parallel safe security definer rows 5
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
as $$
declare
    only_id constant integer := nullif(current_setting('healthstore.person_id', true), '');
    access jsonb;
begin
    if current_setting('role') = 'healthstore_reader' or session_user = 'healthstore_reader' then
        access := nullif(current_setting('healthstore.access', true), '');
        if access is not null then
            return query select
                (access ->> 'person')::integer, (access ->> 'holder')::integer, (access ->> 'isOwn')::boolean,
                (access ->> 'readsAll')::boolean,
                (access ->> 'showsNames')::boolean, access -> 'spans';
        end if;
    elsif pg_has_role(session_user, current_user, 'usage') then
        return query
        select person.person_id, null::integer, false, true, true, '[]'::jsonb
        from health.person
        where (only_id is null or person.person_id = only_id) and person.erasing_since is null;
    else
        return query
        select
            granted.person_id, granted.holder_id, (effective.access ->> 'isOwn')::boolean,
            (effective.access ->> 'readsAll')::boolean,
            (effective.access ->> 'showsNames')::boolean, effective.access -> 'spans'
        from (
            select distinct access_grant.person_id, holder.holder_id
            from health.holder
            join health.access_grant on access_grant.holder_id = holder.holder_id
            where holder.role = session_user and (only_id is null or access_grant.person_id = only_id)
        ) granted
        -- "offset 0" keeps the planner from calling the function for each use of its result.
        cross join lateral (
            select health.access_of(granted.person_id, granted.holder_id, null) offset 0
        ) effective (access)
        where (effective.access ->> 'mayRead')::boolean or (effective.access ->> 'mayWrite')::boolean;
    end if;
end;
$$;

comment on function health.asker() is
    'What the user of this session may read: a row for each person of whom something may be read.';
