-- Who may read what. This is run behind all functions and views, whenever any of them is created again, and when the role of
-- analysts is not as it should be; it makes whatever is missing, by rule, so that no table can be forgotten.

-- The planner keeps no statistics of whose a row is: migration 0019 says why.
do $$
declare
    personal regclass;
begin
    for personal in
        select pg_class.oid
        from pg_class
        join pg_attribute on attrelid = pg_class.oid and attname = 'person_id' and not attisdropped
        where relnamespace = 'health'::regnamespace and relkind in ('r', 'p') and relname <> 'person' and attstattarget <> 0
        order by relname
    loop
        execute format('alter table %s alter column person_id set statistics 0', personal);
    end loop;
end;
$$;

-- Personal tables show only the people that the user was granted. The owner of the tables, as whom the service works, is not asked.
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
        -- For whoever it is: also a role that an administrator made sees what it was granted, and nothing else.
        execute format(
            'create policy granted_people on %s for select using (person_id = any (health.granted_person_ids()))', personal);
    end loop;
end;
$$;

-- Roles belong to all databases of a server, and another one may be faster.
do $$
begin
    if not exists (select from pg_roles where rolname = 'healthstore_analyst') then
        create role healthstore_analyst nologin;
        comment on role healthstore_analyst is 'Reads health data in SQL: healthstore analyst.';
        -- PostgreSQL 16 makes the creator a member who may only add others.
        if not (select rolsuper from pg_roles where rolname = current_user) then
            execute format('grant healthstore_analyst to %I', current_user);
        end if;
    end if;
exception
    when duplicate_object or unique_violation then null;
    when insufficient_privilege then
        raise warning 'there is no role healthstore_analyst, and this user may not create it; once an administrator has run '
            '"create role healthstore_analyst nologin; grant healthstore_analyst to %", healthstore migrate lets analysts in',
            quote_ident(current_user);
end;
$$;

do $$
declare
    -- The service's own: what nobody needs to understand health data, or what must stay secret.
    service constant text[] := array[
        'analyst_grant', 'change_counter', 'client_anchor', 'client_session', 'idempotency_key', 'import_upload',
        'installed_code', 'migration', 'token'];
    relation regclass;
begin
    if not exists (select from pg_roles where rolname = 'healthstore_analyst') then return; end if;
    -- So that healthstore psql can be an analyst.
    begin
        if not pg_has_role('healthstore_analyst', 'member') then
            execute format('grant healthstore_analyst to %I', current_user);
        end if;
    exception
        when unique_violation then null;
        when insufficient_privilege then
            raise warning 'healthstore psql needs --owner until an administrator has run "grant healthstore_analyst to %"',
                quote_ident(current_user);
    end;
    grant usage on schema health, health_code to healthstore_analyst;
    revoke all on all tables in schema health from healthstore_analyst;
    for relation in
        select oid
        from pg_class
        where relnamespace = 'health'::regnamespace
            and relname <> all (service)
            -- Other views, which somebody may have added, go around the policies.
            and (relkind in ('r', 'p') or relkind = 'v' and reloptions::text ~ 'security_invoker=(true|on|1|yes)')
    loop
        execute format('grant select on %s to healthstore_analyst', relation);
    end loop;
    grant execute on all functions in schema health_code to healthstore_analyst;
end;
$$;

-- Takes from roles that may only connect what could stop the service: advisory locks, which the service uses too; large objects and
-- temporary tables, which can fill the disk; and pg_notify on the service's channels. The owner of schema health keeps all of it.
do $$
declare
    store_owner constant regrole := (select nspowner from pg_namespace where nspname = 'health');
    work regprocedure;
begin
    -- A database that is somebody else's is left as it is.
    if not (
        select datdba = store_owner and pg_has_role(datdba, 'usage') from pg_database where datname = current_database())
    then
        return;
    end if;
    execute format('revoke temporary on database %I from public', current_database());
    execute format('grant temporary on database %I to %s', current_database(), store_owner);
    -- PostgreSQL's own functions are the superuser's. What is said of them holds for this database alone.
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
