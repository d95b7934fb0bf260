import Postgres

/// Checks that each role can read only what was granted to it.
extension Doctor {
    func access() throws -> [Finding] {
        [try unguarded(), try aimlessGrants(), try reachableReaders()]
    }

    private func unguarded() throws -> Finding {
        let names = try session.all(
            """
            select relnamespace::regnamespace || '.' || relname from pg_class
            where relnamespace in ('health'::regnamespace, 'health_analysis'::regnamespace) and (
                relkind in ('r', 'p')
                    and exists (
                        select 1 from pg_attribute
                        where attrelid = pg_class.oid and attname = 'person_id' and not attisdropped)
                    and not (relrowsecurity and (
                        exists (select 1 from pg_policy where polrelid = pg_class.oid)
                        or not exists (
                            select 1 from pg_roles
                            where rolname = 'healthstore_analyst' and has_any_column_privilege(oid, pg_class.oid, 'select'))))
                or relname in ('sample_type', 'unit') and relkind in ('r', 'p')
                    and not (relrowsecurity and exists (select 1 from pg_policy where polrelid = pg_class.oid))
                or (relkind = 'm' or relkind = 'v' and not coalesce(reloptions::text ~ 'security_invoker=(true|on|1|yes)', false))
                    and has_any_column_privilege('healthstore_analyst', pg_class.oid, 'select'))
            order by 1
            """, as: String.self)
        return Finding(
            "holders and analysts read only what they were granted", butFor: names,
            hint: "analysts can read everything there; alter table NAME enable row level security")
    }

    /// Of the roles that may connect, only the owner of the tables may be a member of the role with
    /// which the service reads, because a member can set the access with which it reads. Owners of
    /// other stores of the server are members, too, and may not connect.
    private func reachableReaders() throws -> Finding {
        let names = try session.all(
            """
            select rolname::text from pg_roles
            where pg_has_role(oid, (select oid from pg_roles where rolname = 'healthstore_reader'), 'member')
                and not rolsuper and rolname <> 'healthstore_reader'
                and has_database_privilege(oid, current_database(), 'connect')
                and not pg_has_role(oid, (select nspowner from pg_namespace where nspname = 'health'), 'member')
            order by rolname
            """, as: String.self)
        return Finding(
            "only the service can take the role healthstore_reader", butFor: names,
            hint: "these roles can read everything; revoke healthstore_reader from ROLE")
    }

    private func aimlessGrants() throws -> Finding {
        let names = try session.all(
            """
            select distinct holder.role
            from health.holder
            join health.access_grant using (holder_id)
            where holder.role is not null and not exists (select 1 from pg_roles where rolname = holder.role)
                and revoked_at is null and (expires_at is null or expires_at > now())
            order by holder.role
            """, as: String.self)
        return Finding(
            "every grant to an analyst is to a role that exists", butFor: names, named: "those of ",
            hint: "a new role with this name would get the grants; healthstore analyst remove NAME deletes them")
    }
}
