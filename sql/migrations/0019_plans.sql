-- Makes plans independent of the planner's statistics of a person, and of their age.

-- A body that is text depends on no table, so that tables whose policies call the function can be distributed over machines. The
-- search path keeps temporary objects of the caller out of it.
--
-- The planner calls the function and estimates the policy's selectivity by the length of its result. For one id it estimates a 200th
-- of the rows, beside the 200th of the query's own condition, and prefers a scan by person alone again. For 200 equal ids it
-- estimates that the policy filters nothing, so that an analyst's plan equals the owner's. An index scan looks up equal ids once.
create or replace function health.granted_person_ids() returns integer[]
language plpgsql stable parallel safe security definer cost 1000
set search_path = pg_catalog, pg_temp
as $$
declare
    only_id constant integer := nullif(current_setting('healthstore.person_id', true), '');
    ids integer[];
begin
    -- Inside, current_user is the owner of the store.
    if pg_has_role(session_user, current_user, 'usage') then
        ids := array(select person.person_id from health.person where only_id is null or person.person_id = only_id);
    else
        ids := array(
            select analyst_grant.person_id
            from health.analyst_grant
            where analyst_grant.analyst = session_user and (only_id is null or analyst_grant.person_id = only_id));
    end if;
    if cardinality(ids) between 1 and 199 then
        return ids || array_fill(ids[1], array[200 - cardinality(ids)]);
    end if;
    return ids;
end;
$$;

comment on function health.granted_person_ids() is
    'The people about whom the user who logged in may read: for an analyst those of health.analyst_grant, for the owner of the '
    'store everybody. The setting healthstore.person_id, if there is one, leaves only that person of them. The first is repeated '
    'until there are 200.';

-- For a person whose rows are newer than the statistics of person_id, the planner estimates no rows: a scan by "person_id = 7" alone
-- then costs no more than one by the whole key, and a page of samples took minutes. Without statistics of the column, the planner
-- estimates a 200th of the table for each person, and the whole key is always cheaper. Setting the column's type to the same type
-- deletes existing statistics and rewrites nothing. Policies on the column prevent that; access.sql creates them again.
do $$
declare
    personal regclass;
begin
    for personal in
        select pg_class.oid
        from pg_class
        join pg_attribute on attrelid = pg_class.oid and attname = 'person_id' and not attisdropped
        where relnamespace = 'health'::regnamespace and relkind = 'r' and relname <> 'person'
        order by relname
    loop
        execute format('drop policy if exists granted_people on %s', personal);
        execute format('alter table %s alter column person_id set statistics 0', personal);
        begin
            execute format('alter table %s alter column person_id type integer', personal);
        exception
            when feature_not_supported then
                -- A view of the owner's own uses the column. A superuser can delete the statistics directly.
                if not (select rolsuper from pg_roles where rolname = current_user) then
                    raise exception 'a view that healthstore did not make uses %.person_id', personal
                        using errcode = 'dependent_objects_still_exist',
                            hint = 'drop the view, run healthstore migrate, and create it again';
                end if;
                delete from pg_statistic
                where starelid = personal and staattnum = (
                    select attnum from pg_attribute where attrelid = personal and attname = 'person_id');
        end;
    end loop;
end;
$$;
