-- Grants the rights of both roles.
do $$
declare
    -- Tables without a column person_id that only the owner reads. Of the others, each can be read
    -- if it has a policy.
    own constant text[] := array[
        'dropped_foreign_key', 'erased_person', 'installed_code', 'migration', 'operator_token', 'passkey',
        'store_secret', 'used_challenge'];
    -- Tables that the service reads for holders, and analysts do not.
    feed constant text[] := array['change_counter', 'contained_change'];
    role_name text;
    relation pg_class;
    -- The columns that the role may read; empty for all of them.
    columns text;
begin
    foreach role_name in array array['healthstore_analyst', 'healthstore_reader'] loop
        continue when not exists (select from pg_roles where rolname = role_name);
        -- The owner must be a member to take a role: healthstore psql takes healthstore_analyst,
        -- and the service takes healthstore_reader.
        begin
            if not pg_has_role(role_name, 'member') then execute format('grant %I to %I', role_name, current_user); end if;
        exception
            when unique_violation then null;
            when insufficient_privilege then
                raise warning '%', format(
                    'this user is no member of %1$s, so %2$s; an administrator must run "grant %1$s to %3$I"',
                    role_name,
                    case role_name
                        when 'healthstore_analyst' then 'healthstore psql works only with --owner'
                        else 'only holders who may read everything can read'
                    end,
                    current_user);
        end;
        execute format('grant usage on schema health, health_code to %I', role_name);
        execute format('revoke all on all tables in schema health from %I', role_name);
        for relation in
            select *
            from pg_class
            where relnamespace = 'health'::regnamespace
                and (role_name = 'healthstore_reader' or relname <> all (feed))
                and case
                    -- A view without security_invoker would bypass the policies.
                    when relkind = 'v' then reloptions::text ~ 'security_invoker=(true|on|1|yes)'
                    when relkind not in ('r', 'p') then false
                    when exists (
                        select from pg_attribute where attrelid = pg_class.oid and attname = 'person_id' and not attisdropped)
                    then exists (select from pg_policy where polrelid = pg_class.oid)
                    else relname <> all (own)
                end
        loop
            -- Positions in the feed count changes that an analyst may not read.
            select case when role_name = 'healthstore_analyst' and bool_or(attname = 'change_position')
                then format('(%s)', string_agg(quote_ident(attname), ', ') filter (where attname <> 'change_position')) else '' end
            into columns
            from pg_attribute where attrelid = relation.oid and attnum > 0 and not attisdropped;
            execute format('grant select %s on %s to %I', columns, relation.oid::regclass, role_name);
        end loop;
        execute format('grant execute on all functions in schema health_code to %I', role_name);
        if role_name = 'healthstore_analyst' then
            execute format('grant usage on schema health_analysis to %I', role_name);
            execute format('grant select on all tables in schema health_analysis to %I', role_name);
        end if;
    end loop;
end;
$$;
