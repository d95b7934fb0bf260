import Postgres

/// The policies of a cluster's tables on all servers.
///
/// Citus refuses to create policies with subqueries. It does enforce them, and copies them with a
/// shard that it moves. So `Migrator` creates policies on the coordinator alone, and this creates
/// the same policies on the tables and shards of all servers. Policies name no other table, because
/// a shard has another name than its table.
enum ShardPolicies {
    /// Creates the policies that are missing or different on any server. Each server does so in one
    /// transaction of its own.
    ///
    /// - Throws: `HealthDatabaseError` (`clusterFailed`) if a server cannot be reached or refuses;
    ///   `PostgresError`.
    static func install(_ session: Session) throws {
        try Cluster.runOnAllServers(try script(repairing, session), session)
    }

    /// Checks that every server enforces the policies of the coordinator.
    ///
    /// - Throws: `HealthDatabaseError` (`clusterFailed`) with the first table or shard that does
    ///   not; `PostgresError`.
    static func verify(_ session: Session) throws {
        try Cluster.runOnAllServers(
            try script("raise exception 'the policy % of % is missing or different', wanted.name, target;", session),
            session)
    }

    /// What `install` does for a policy that is missing or different.
    private static let repairing = """
        execute format('alter table %s enable row level security', target);
        execute format('drop policy if exists %I on %s', wanted.name, target);
        execute format(
            'create policy %I on %s as %s for select to %s using (%s)', wanted.name, target,
            wanted.kind, wanted.roles, wanted.condition);
        """

    /// A script that compares the policies of a server with those of the coordinator.
    ///
    /// - Parameter action: statements in PL/pgSQL for a policy `wanted` that the table or shard
    ///   `target` does not have.
    private static func script(_ action: String, _ session: Session) throws -> String {
        let wanted = try session.value(
            """
            select coalesce(jsonb_agg(jsonb_build_object(
                'relation', tablename, 'name', policyname, 'kind', permissive, 'condition', qual,
                'roles', (select string_agg(case role when 'public' then role else quote_ident(role) end, ', ') from unnest(roles) as role)
                ) order by tablename, policyname), '[]')::text
            from pg_policies
            where schemaname = 'health'
            """, as: String.self)
        // A shard has the name of its table with an underscore and the number of the shard.
        return """
            do $script$
            declare
                wanted record;
                target regclass;
            begin
                \(Cluster.changingOneServer)
                for wanted in
                    select policy.*
                    from jsonb_to_recordset($wanted$\(wanted)$wanted$)
                        as policy (relation text, name text, kind text, roles text, condition text)
                loop
                    for target in
                        select pg_class.oid
                        from pg_class
                        where relnamespace = 'health'::regnamespace and relkind in ('r', 'p')
                            and relname ~ ('^' || wanted.relation || '(_[0-9]{5,})?$')
                            and not (relrowsecurity and exists (
                                select 1 from pg_policy
                                where polrelid = pg_class.oid and polname = wanted.name
                                    and pg_get_expr(polqual, polrelid) = wanted.condition))
                        order by relname
                    loop
                        \(action)
                    end loop;
                end loop;
            end;
            $script$
            """
    }
}
