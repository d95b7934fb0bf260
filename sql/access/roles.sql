-- Creates two roles. All analysts are members of healthstore_analyst. The service takes the role
-- healthstore_reader when it reads for a holder that may not read everything. This role has no
-- login, and only the owner is a member.
--
-- Roles belong to the whole server. The migration of another database may therefore create a role
-- at the same time.
do $$
declare
    role_name text;
begin
    foreach role_name in array array['healthstore_analyst', 'healthstore_reader'] loop
        begin
            if not exists (select from pg_roles where rolname = role_name) then
                execute format('create role %I nologin', role_name);
                execute format(
                    'comment on role %I is %L', role_name,
                    case role_name
                        when 'healthstore_analyst' then 'Reads health data in SQL: healthstore analyst.'
                        else 'healthstore reads with this role for holders that may not read everything.'
                    end);
                -- In PostgreSQL 16 and later the creator of a role may administer it, but may not
                -- use its rights.
                if not (select rolsuper from pg_roles where rolname = current_user) then
                    execute format('grant %I to %I', role_name, current_user);
                end if;
            end if;
        exception
            when duplicate_object or unique_violation then null;
            when insufficient_privilege then
                raise warning '%', format(
                    'the role %1$s does not exist and this user may not create it; an administrator must run '
                    '"create role %1$s nologin; grant %1$s to %2$I", then run healthstore migrate',
                    role_name, current_user);
        end;
    end loop;
end;
$$;
