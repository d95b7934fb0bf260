-- Revokes rights from public with which a role could stop the service. These are advisory locks,
-- which the service also uses; large objects and temporary tables, which can fill the disk;
-- pg_notify, which could send on the service's channels; and ending sessions of the same role,
-- which callers of the service share. The owner of schema health keeps these rights.
--
-- Also revokes the right to connect, except for the owner and the analysts of this store. Roles
-- belong to the whole server: the owners of all stores are members of healthstore_reader, and all
-- analysts are members of healthstore_analyst.
do $$
declare
    store_owner constant regrole := (select nspowner from pg_namespace where nspname = 'health');
    analyst text;
    work regprocedure;
begin
    -- If another role owns the database, the rights are not changed.
    if not (
        select datdba = store_owner and pg_has_role(datdba, 'usage') from pg_database where datname = current_database())
    then
        return;
    end if;
    execute format('revoke temporary on database %I from public', current_database());
    execute format('grant temporary, connect on database %I to %s', current_database(), store_owner);
    -- The servers of a cluster log in to each other as healthstore_reader. A cluster has one store.
    if exists (select from pg_extension where extname = 'citus') then
        execute format('grant connect on database %I to public', current_database());
    else
        execute format('revoke connect on database %I from public', current_database());
        for analyst in
            select rolname
            from pg_roles
            join health.holder on holder.role = rolname
            where pg_has_role(pg_roles.oid, (select oid from pg_roles where rolname = 'healthstore_analyst'), 'member')
        loop
            execute format('grant connect on database %I to %I', current_database(), analyst);
        end loop;
    end if;
    -- PostgreSQL's own functions belong to the superuser. Grants on them apply to this database
    -- only.
    if not (select rolsuper from pg_roles where rolname = current_user) then
        if has_function_privilege('public', 'pg_notify(text, text)', 'execute') then
            raise warning
                'analysts can stop the service with advisory locks, large objects and pg_notify; a superuser must run '
                'the file access/guards.sql of the SQL files of healthstore in this database';
        end if;
        return;
    end if;
    for work in
        select oid
        from pg_proc
        where pronamespace = 'pg_catalog'::regnamespace
            and (proname ~ '^(pg_advisory_|pg_try_advisory_|lo_)' or proname in ('loread', 'lowrite', 'pg_notify', 'pg_cancel_backend', 'pg_terminate_backend'))
            and (
                proacl is null
                or exists (select from aclexplode(proacl) as entry where entry.grantee = 0)
                or not has_function_privilege(store_owner, oid, 'execute'))
    loop
        execute format('revoke execute on function %s from public', work);
        execute format('grant execute on function %s to %s', work, store_owner);
    end loop;
end;
$$;
