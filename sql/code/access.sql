-- Grants and revokes the rights of roles. The statements run when this file has changed, when
-- functions and views have been created again, and when the role of analysts lacks the right to use
-- the schema. They apply rules to all tables of
-- PostgreSQL's catalogue, so that a new table is never left out.

-- The planner must not use statistics of person_id. Migration 0019 gives the reason.
do $$
declare
    personal regclass;
begin
    for personal in
        select pg_class.oid
        from pg_class
        join pg_attribute on attrelid = pg_class.oid and attname = 'person_id' and not attisdropped
        where relnamespace = 'health'::regnamespace and relkind in ('r', 'p') and relname <> 'person'
            -- From PostgreSQL 17 on, the default is null.
            and attstattarget is distinct from 0
        order by relname
    loop
        execute format('alter table %s alter column person_id set statistics 0', personal);
    end loop;
end;
$$;

-- Row-level security lets a role read only the people granted to it. The policies do not apply to
-- the owner of the tables, and the service connects as the owner.
do $$
declare
    personal regclass;
begin
    for personal in
        select pg_class.oid
        from pg_class
        join pg_attribute on attrelid = pg_class.oid and attname = 'person_id' and not attisdropped
        where relnamespace = 'health'::regnamespace
            and relkind in ('r', 'p')
            and not (relrowsecurity and exists (select from pg_policy where polrelid = pg_class.oid))
        order by relname
    loop
        execute format('alter table %s enable row level security', personal);
        execute format('drop policy if exists granted_people on %s', personal);
        -- The policy applies to every role, including roles that an administrator created.
        execute format(
            'create policy granted_people on %s for select using (person_id = any (health.granted_person_ids()))', personal);
    end loop;
end;
$$;

-- Roles belong to the whole server. The migration of another database may therefore create the role
-- at the same time.
do $$
begin
    if not exists (select from pg_roles where rolname = 'healthstore_analyst') then
        create role healthstore_analyst nologin;
        comment on role healthstore_analyst is 'Reads health data in SQL: healthstore analyst.';
        -- In PostgreSQL 16 and later the creator of a role may administer it, but may not use its
        -- rights.
        if not (select rolsuper from pg_roles where rolname = current_user) then
            execute format('grant healthstore_analyst to %I', current_user);
        end if;
    end if;
exception
    when duplicate_object or unique_violation then null;
    when insufficient_privilege then
        raise warning 'the role healthstore_analyst does not exist and this user may not create it; an administrator must run '
            '"create role healthstore_analyst nologin; grant healthstore_analyst to %", then run healthstore migrate',
            quote_ident(current_user);
end;
$$;

do $$
declare
    -- The tables of the service. Some of them contain secrets, the others no health data.
    service constant text[] := array[
        'analyst_grant', 'change_counter', 'client_anchor', 'client_session', 'idempotency_key', 'import_upload',
        'installed_code', 'migration', 'token'];
    relation regclass;
begin
    if not exists (select from pg_roles where rolname = 'healthstore_analyst') then return; end if;
    -- healthstore psql sets the role of analysts, so the owner must be a member of the role.
    begin
        if not pg_has_role('healthstore_analyst', 'member') then
            execute format('grant healthstore_analyst to %I', current_user);
        end if;
    exception
        when unique_violation then null;
        when insufficient_privilege then
            raise warning 'this user is no member of healthstore_analyst, so healthstore psql works only with --owner; an '
                'administrator must run "grant healthstore_analyst to %"', quote_ident(current_user);
    end;
    grant usage on schema health, health_code to healthstore_analyst;
    revoke all on all tables in schema health from healthstore_analyst;
    for relation in
        select oid
        from pg_class
        where relnamespace = 'health'::regnamespace
            and relname <> all (service)
            -- A view without security_invoker would bypass the policies.
            and (relkind in ('r', 'p') or relkind = 'v' and reloptions::text ~ 'security_invoker=(true|on|1|yes)')
    loop
        execute format('grant select on %s to healthstore_analyst', relation);
    end loop;
    grant execute on all functions in schema health_code to healthstore_analyst;
end;
$$;

-- Revokes rights from public with which a role could stop the service. These are advisory locks,
-- which the service also uses; large objects and temporary tables, which can fill the disk; and
-- pg_notify, which could send on the service's channels. The owner of schema health keeps these
-- rights.
do $$
declare
    store_owner constant regrole := (select nspowner from pg_namespace where nspname = 'health');
    work regprocedure;
begin
    -- If another role owns the database, the rights are not changed.
    if not (
        select datdba = store_owner and pg_has_role(datdba, 'usage') from pg_database where datname = current_database())
    then
        return;
    end if;
    execute format('revoke temporary on database %I from public', current_database());
    execute format('grant temporary on database %I to %s', current_database(), store_owner);
    -- PostgreSQL's own functions belong to the superuser. Grants on them apply to this database
    -- only.
    if not (select rolsuper from pg_roles where rolname = current_user) then return; end if;
    for work in
        select oid
        from pg_proc
        where pronamespace = 'pg_catalog'::regnamespace
            and (proname ~ '^(pg_advisory_|pg_try_advisory_|lo_)' or proname in ('loread', 'lowrite', 'pg_notify'))
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
