import Postgres

/// A Citus cluster on which the tests run: `HEALTHSTORE_TEST_CONNINFO` names the coordinator, in a
/// database to which the other servers were added, and `HEALTHSTORE_TEST_DISTRIBUTE` is 1.
struct TestCluster {
    /// A connection string for each server. The coordinator is the first.
    private let servers: [Server]

    private struct Server {
        var host: String
        var port: Int32
        var conninfo: String
    }

    init(_ coordinator: String) throws {
        let session = try Session(conninfo: coordinator)
        servers = try session.execute(
            "select nodename, nodeport from pg_dist_node where noderole = 'primary' order by groupid"
        ).map { row in
            let (host, port) = (try row.text(0), try row.int32(1))
            return Server(host: host, port: port, conninfo: coordinator + " host=\(host) port=\(port)")
        }
    }

    /// Creates a database on all servers. A copy of a template is a cluster of its own.
    func createDatabase(_ name: String, template: String?) throws {
        for server in servers {
            let session = try Session(conninfo: server.conninfo)
            if let template {
                // The maintenance daemon of Citus is connected to the template.
                try session.executeScript("alter database \(template) allow_connections false")
                _ = try session.execute(
                    "select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1", [.text(template)]
                )
            }
            try session.executeScript("create database \(name) template \(template ?? "template0") strategy file_copy")
            if let template {
                // A copy does not have the settings of its template.
                let settings = try session.execute(
                    """
                    select format('alter database %I set %s = %L', $2::text, split_part(setting, '=', 1), split_part(setting, '=', 2))
                    from pg_db_role_setting cross join unnest(setconfig) as setting
                    where setrole = 0 and setdatabase = (select oid from pg_database where datname = $1)
                    """, [.text(template), .text(name)])
                for setting in settings { try session.executeScript(try setting.text(0)) }
            } else {
                try Session(conninfo: server.conninfo + " dbname=\(name)").executeScript("create extension citus")
            }
        }
        guard template == nil, let first = servers.first else { return }
        let session = try Session(conninfo: first.conninfo + " dbname=\(name)")
        _ = try session.execute("select citus_set_coordinator_host($1, $2)", [.text(first.host), .int32(first.port)])
        for server in servers.dropFirst() {
            _ = try session.execute("select citus_add_node($1, $2)", [.text(server.host), .int32(server.port)])
        }
    }

    func dropDatabase(_ name: String) throws {
        for server in servers {
            let session = try Session(conninfo: server.conninfo)
            // The maintenance daemon of Citus may connect again before the database is dropped.
            for isLast in [false, false, true] {
                do {
                    try session.executeScript("drop database if exists \(name) with (force)")
                    break
                } catch let error as PostgresError where error.sqlState == "55006" && !isLast {}
            }
        }
    }

    /// Distributes a store, if the database has one.
    func distribute(_ conninfo: String) throws {
        guard try hasStore(conninfo) else { return }
        try PreparedStore.run(try Command.product(), ["distribute", "--database-url", conninfo])
    }

    private func hasStore(_ conninfo: String) throws -> Bool {
        try Session(conninfo: conninfo).execute("select to_regclass('health.migration') is not null")[0].bool(0)
    }
}
