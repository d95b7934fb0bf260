import Foundation
import Postgres

/// A database that tests use one after the other. Its rows are deleted after each test, which takes
/// a tenth of the time of a new database.
///
/// @unchecked: used only under the lock of `TestServer.shared`.
struct SharedDatabase: @unchecked Sendable {
    let name: String
    private let conninfo: String
    /// The tables that were empty at first.
    private let tables: [String]
    /// Statements that set all sequences to their first state.
    private let sequences: String
    /// The state of everything that a test must not change.
    private let fingerprint: String
    private let session: Session
    private(set) var emptiedCount = 0

    /// Rows that are deleted still take space, and the next tests read past them.
    private static let bytesMax = 16 << 20

    init(name: String, conninfo: String) throws {
        (self.name, self.conninfo) = (name, conninfo)
        session = try Session(conninfo: conninfo)
        let all = try session.execute(
            """
            select c.oid::regclass::text from pg_class c
            where relnamespace = 'health'::regnamespace and relkind in ('r', 'p') and not relispartition
            """
        ).map { try $0.text(0) }
        sequences = try session.execute(
            """
            select format('select setval(%L, %s, %L);', schemaname || '.' || sequencename, coalesce(last_value, start_value),
                last_value is not null)
            from pg_sequences where schemaname = 'health'
            """
        ).map { try $0.text(0) }.joined()
        let empty = try all.filter { [session] in try session.execute("select 1 from \($0) limit 1").isEmpty }
        tables = empty
        fingerprint = try Self.fingerprint(all.filter { !empty.contains($0) }, session)
        first = try session.execute(fingerprint)[0].text(0)
    }

    private let first: String

    /// A statement for the number of rows, and the last transaction that wrote one, of each table
    /// of the catalogue and of PostgreSQL's own tables about schema, settings and statistics. Of a
    /// table with many rows, it asks for the size, because reading all rows after each test takes
    /// long.
    private static func fingerprint(_ catalogue: [String], _ session: Session) throws -> String {
        let system = ["class", "attribute", "proc", "constraint", "trigger", "policy", "statistic", "db_role_setting"]
        let parts = try (catalogue + system.map { "pg_" + $0 }).map { table in
            let isLong = try !session.execute("select 1 from \(table) offset 10000 limit 1").isEmpty
            return isLong
                ? "pg_relation_size('\(table)')" : "(select count(*) || ' ' || max(xmin::text::bigint) from \(table))"
        }
        return "select concat_ws(',', \(parts.joined(separator: ", ")))"
    }

    /// Deletes all rows that tests have added.
    ///
    /// - Parameter endsSessions: true to end the sessions of the test, and to use the ids of its
    ///   people and other rows again. A service remembers ids, so its sessions and ids stay.
    /// - Returns: false if the test has changed the schema, the catalogue or settings, or has left
    ///   too much behind.
    mutating func empty(endsSessions: Bool) throws -> Bool {
        if endsSessions {
            _ = try session.execute(
                """
                select pg_terminate_backend(pid, 5000) from pg_stat_activity
                where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
                """)
        }
        guard try session.execute(fingerprint)[0].text(0) == first else { return false }
        let deletions = tables.map { "delete from \($0);" }.joined() + (endsSessions ? sequences : "")
        for isLast in [false, false, false, true] {
            do {
                try session.executeScript("begin; set local session_replication_role = replica;\(deletions) commit;")
                break
            } catch let error as PostgresError where error.sqlState == "40P01" && !isLast {
                // A worker of the service still writes.
                try session.executeScript("rollback")
            }
        }
        let size = try session.execute(
            "select sum(pg_total_relation_size(name::regclass))::bigint from unnest($1::text[]) as name",
            [.text("{" + tables.joined(separator: ",") + "}")])[0].int64(0)
        emptiedCount += 1
        return size <= Self.bytesMax
    }
}

extension TestServer {
    /// Creates a database for tests that use it one after the other.
    ///
    /// - Parameter template: the database to copy. The default is one of the built program.
    public func makeSharedDatabase(template: String? = nil) throws -> String {
        let name = "shared_\(getpid())_\(counter.add(1, ordering: .relaxed).newValue)"
        try createDatabase(name, template: try template ?? migratedTemplate())
        let conninfo = conninfo(database: name)
        if template == nil { try restoreRights(conninfo) }
        let database = try SharedDatabase(name: name, conninfo: conninfo)
        shared.withLock { $0[conninfo] = database }
        return conninfo
    }

    /// Deletes the rows of a shared database after a test.
    ///
    /// - Returns: false if the next test needs another database.
    public func empty(_ conninfo: String, endsSessions: Bool) throws -> Bool {
        let isKept = try shared.withLock { try $0[conninfo]?.empty(endsSessions: endsSessions) ?? false }
        if isKept, shared.withLock({ $0[conninfo]?.emptiedCount.isMultiple(of: 20) }) == true {
            try collectStatements()
        }
        return isKept
    }

    public func dropShared(_ conninfo: String) throws {
        guard let database = shared.withLock({ $0.removeValue(forKey: conninfo) }) else { return }
        try dropDatabase(database.name)
    }

    /// Writes the statements of the shared databases to the log, before the server has too many.
    func collectStatements() throws {
        guard let log = StatementLog.shared else { return }
        let session = try Session(conninfo: conninfo)
        for name in shared.withLock({ $0.values.map(\.name) }) { try log.collect(database: name, session) }
    }
}
