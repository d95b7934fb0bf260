-- On the other servers of a cluster, the service's sessions log in as healthstore_reader and do not
-- set the role.
-- PostgreSQL does not replace a function by one with other columns.
drop function if exists health.asker(boolean);
create or replace function health.asker(with_spans boolean default true)
returns table (person_id integer, holder_id integer, is_own boolean, reads_all boolean, shows_names boolean, spans health.readable_span[])
language plpgsql stable parallel safe security definer rows 5
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
as $$
declare
    -- healthstore psql sets the first. Functions about a person set the second, so that their cost
    -- does not grow with the number of people who granted something. They are not parallel safe,
    -- because PostgreSQL changes no settings during a parallel query.
    only_ids constant integer[] := array_remove(array[
        nullif(current_setting('healthstore.person_id', true), ''),
        nullif(current_setting('healthstore.asked_person_id', true), '')]::integer[], null);
    access jsonb;
begin
    if starts_with(session_user::text, 'healthstore_sql_')
        or current_setting('role') = 'healthstore_reader' or session_user = 'healthstore_reader'
    then
        access := case
            when starts_with(session_user::text, 'healthstore_sql_') then health.sealed_access()
            else nullif(current_setting('healthstore.access', true), '')::jsonb
        end;
        -- Statements of callers read no samples that the caller only saved.
        if access is not null
            and ((access ->> 'mayRead')::boolean or not starts_with(session_user::text, 'healthstore_sql_'))
        then
            return query select
                (access ->> 'person')::integer, (access ->> 'holder')::integer, (access ->> 'isOwn')::boolean,
                (access ->> 'readsAll')::boolean,
                (access ->> 'showsNames')::boolean, (access ->> 'spans')::health.readable_span[];
        end if;
    elsif pg_has_role(session_user, current_user, 'usage') then
        return query
        select person.person_id, null::integer, false, true, true, '{}'::health.readable_span[]
        from health.person
        where person.person_id = all (only_ids) and person.erasing_since is null;
    else
        return query
        select
            granted.person_id, granted.holder_id, (effective.access ->> 'isOwn')::boolean,
            (effective.access ->> 'readsAll')::boolean,
            (effective.access ->> 'showsNames')::boolean, (effective.access ->> 'spans')::health.readable_span[]
        from (
            select distinct access_grant.person_id, holder.holder_id
            from health.holder
            join health.access_grant on access_grant.holder_id = holder.holder_id
            where holder.role = session_user and access_grant.person_id = all (only_ids)
        ) granted
        -- "offset 0" keeps the planner from calling the function for each use of its result.
        cross join lateral (
            select health.access_of(granted.person_id, granted.holder_id, null, with_spans) offset 0
        ) effective (access)
        where (effective.access ->> 'mayRead')::boolean or (effective.access ->> 'mayWrite')::boolean;
    end if;
end;
$$;

comment on function health.asker(boolean) is
    'What the user of this session may read: a row for each person of whom something may be read. with_spans is that of '
    'health.access_of.';
