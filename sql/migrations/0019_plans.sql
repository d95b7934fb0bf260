-- Plans depend neither on how much the planner knows of a person nor on when it learned it.

-- A body that is text depends on no table, so that tables whose policies call the function can be distributed over machines. The
-- search path keeps temporary objects of the caller out of it.
--
-- The planner counts what the function says: of one person it would believe that the policy lets a 200th of the rows through, on
-- top of the 200th that the query asks for, and again take any index for as good as the whole key. Of 200 that are the same it
-- believes that the policy lets everything through, so that an analyst's plan is the owner's; an index looks for each person once.
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

-- Of a person whose rows are newer than the planner's statistics, it believes that there are none: "person_id = 7" is then as good
-- to it as the whole key, and a page of samples took minutes. Without statistics of the column it takes each person for a 200th of a
-- table, whoever is asked for, so that the whole key is always better. Changing the type to what it is forgets the statistics that
-- are there; nothing is rewritten. Policies would be in the way: access.sql creates them again.
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
                -- A view that somebody added stands on the column. Who may, forgets its statistics without asking the column.
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
