import Postgres
import SQLFiles

/// The functions, policies and rights that decide who may read what.
extension Migrator {
    /// The files of functions and policies whose text is not installed.
    func changedAccess(_ installed: [String: String], _ session: Session) throws -> [SQLFiles.File] {
        let hasReader = try session.value(
            "select exists (select 1 from pg_roles where rolname = 'healthstore_reader')", as: Bool.self)
        return files.access.filter { file in
            (hasReader || !file.isReaderPolicy) && installed[file.path] != Migrator.hash(file.text)
        }
    }

    /// - Returns: true if a function or policy that decides access changed.
    func installAccess(_ session: Session) throws -> Bool {
        if try !isOpenToReaders(session) { try run(files.rights.roles, session) }
        let changed = try changedAccess(try Migrator.installed(session), session)
        for file in changed {
            try Cluster.isolating(file.isPolicy, session) { try run(file.text, session) }
            try Migrator.record(file.path, Migrator.hash(file.text), session)
        }
        return !changed.isEmpty
    }

    /// - Returns: true if the access of the roles that read changed.
    func grantRights(_ session: Session, force: Bool) throws -> Bool {
        let isCurrent = try Migrator.installed(session)[Part.rights] == rightsHash
        // A database that was copied from another server may be used before an administrator has
        // created the roles there.
        let wasOpen = try isOpenToReaders(session)
        if try !force && isCurrent && wasOpen && hasGuards(session) { return false }
        try run(files.rights.grants, session)
        for statement in SQLStatements.split(files.rights.guards) { try Cluster.runEverywhere(statement, session) }
        try AnalystStore.completeAll(session)
        try session.run("delete from health.installed_code where name = $1", Part.shardPolicies)
        try Migrator.record(Part.rights, rightsHash, session)
        return try force || !isCurrent || isOpenToReaders(session) != wasOpen
    }

    private func isOpenToReaders(_ session: Session) throws -> Bool {
        try session.value(
            """
            select count(*) = 2
            from pg_roles
            where rolname in ('healthstore_analyst', 'healthstore_reader')
                and has_schema_privilege(oid, 'health'::regnamespace, 'usage')
            """, as: Bool.self)
    }

    /// Returns true if the owner is a member of the roles, and public has the rights on the
    /// database that access/guards.sql leaves: on a cluster to connect, else none. A restored or
    /// copied database has lost these restrictions. Also returns true for restrictions of a
    /// database of another owner, which are not wanted.
    ///
    /// If it returns false because only an administrator can do the rest, each migration warns.
    func hasGuards(_ session: Session) throws -> Bool {
        try session.value(
            """
            select not exists (
                    select 1 from pg_roles
                    where rolname in ('healthstore_analyst', 'healthstore_reader') and not pg_has_role(oid, 'member'))
                and (
                    datdba <> (select nspowner from pg_namespace where nspname = 'health')
                    or not pg_has_role(datdba, 'usage')
                    or array(
                            select entry.privilege_type from aclexplode(coalesce(datacl, acldefault('d', datdba))) as entry
                            where entry.grantee = 0 and entry.privilege_type in ('CONNECT', 'TEMPORARY'))
                            = array(select 'CONNECT' from pg_extension where extname = 'citus')
                        and not has_function_privilege('public', 'pg_notify(text, text)', 'execute'))
            from pg_database where datname = current_database()
            """, as: Bool.self)
    }

    /// Creates the policies on all servers of a cluster, and records it.
    func installShardPolicies(_ session: Session) throws {
        try ShardPolicies.install(session)
        try Migrator.record(Part.shardPolicies, "", session)
    }
}
