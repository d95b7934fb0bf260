import EmbeddedPostgres
import Foundation
import Postgres
import Synchronization

/// The PostgreSQL server that the tests of one process share. It is the server in
/// `HEALTHSTORE_TEST_CONNINFO`, or a temporary server that ends with the process.
public final class TestServer: Sendable {
    /// The connection string of the server's first database, from which databases are created.
    let conninfo: String
    private let templates = Mutex<[String: String]>([:])
    /// True if the server is a temporary one.
    private let isOwn: Bool
    let shared = Mutex<[String: SharedDatabase]>([:])
    let counter = Atomic<Int>(0)
    /// The cluster whose coordinator `conninfo` names, if `HEALTHSTORE_TEST_DISTRIBUTE` is 1.
    private let cluster: TestCluster?

    /// True if the tests run on a Citus cluster. Tests that need one server are disabled then.
    public static let isCluster = ProcessInfo.processInfo.environment["HEALTHSTORE_TEST_DISTRIBUTE"] == "1"

    private static let started = Result { try TestServer() }

    public static func shared() throws -> TestServer { try started.get() }

    private init() throws {
        if let given = ProcessInfo.processInfo.environment["HEALTHSTORE_TEST_CONNINFO"], !given.isEmpty {
            conninfo = given
            isOwn = false
        } else {
            conninfo = try ThrowawayServer.start()
            isOwn = true
        }
        cluster = try TestServer.isCluster ? TestCluster(conninfo) : nil
    }

    /// Creates a database for one test and drops it afterwards.
    ///
    /// - Parameter template: the name of a database from `template(named:setUp:)` to copy.
    public func withDatabase<Value>(template: String? = nil, _ body: (String) async throws -> Value) async throws
        -> Value
    {
        let name = "test_\(getpid())_\(counter.add(1, ordering: .relaxed).newValue)"
        try createDatabase(name, template: template)
        let value: Value
        do { value = try await body(conninfo(database: name)) } catch {
            try? dropDatabase(name)
            throw error
        }
        try dropDatabase(name)
        return value
    }

    /// Creates a database for one test with the schema of the built program. It is copied, because
    /// a migration takes a second.
    public func withMigratedDatabase<Value>(_ body: (String) async throws -> Value) async throws -> Value {
        try await withDatabase(template: try migratedTemplate()) { conninfo in
            try restoreRights(conninfo)
            return try await body(conninfo)
        }
    }

    /// As `withDatabase`, with a session of the database.
    public func withSession<Value>(_ body: (Session) async throws -> Value) async throws -> Value {
        try await withDatabase { try await body(Session(conninfo: $0)) }
    }

    /// As `withMigratedDatabase`, with a session of the database.
    public func withMigratedSession<Value>(_ body: (Session) async throws -> Value) async throws -> Value {
        try await withMigratedDatabase { try await body(Session(conninfo: $0)) }
    }

    public func migratedTemplate() throws -> String {
        // The database of the prepared store, to which nothing is connected.
        if isOwn { return "healthstore" }
        return try template(named: "served") { conninfo in
            try PreparedStore.run(try Command.product(), ["migrate", "--database-url", conninfo])
        }
    }

    /// Gives a copied database the rights of its template. Without them, each service that starts
    /// would migrate it again.
    func restoreRights(_ conninfo: String) throws {
        let session = try Session(conninfo: conninfo)
        let name = session.quoteIdentifier(try session.execute("select current_database()::text")[0].text(0))
        try session.executeScript("revoke temporary on database \(name) from public")
    }

    /// A database that is set up once for a process and then copied, which is faster than setting
    /// up each.
    ///
    /// - Parameter origin: the database to copy, or nil for an empty one.
    public func template(
        named name: String, copying origin: String? = nil, setUp: (String) throws -> Void
    ) throws -> String {
        try templates.withLock { templates in
            if let known = templates[name] { return known }
            let database = "template_\(getpid())_\(name)"
            for isLast in cluster == nil ? [true] : [false, false, true] {
                do {
                    try createDatabase(database, template: origin)
                    try setUp(conninfo(database: database))
                    try cluster?.distribute(conninfo(database: database))
                    break
                } catch {
                    // Citus also changes roles for other databases of the cluster, which can fail
                    // here with "tuple concurrently updated".
                    guard !isLast else { throw error }
                    try dropDatabase(database)
                }
            }
            templates[name] = database
            return database
        }
    }

    // MARK: Databases

    /// In a connection string, later values override earlier ones, except in a URI.
    func conninfo(database: String) -> String {
        guard var url = URLComponents(string: conninfo), url.scheme?.hasPrefix("postgres") == true else {
            return conninfo + " dbname=\(database)"
        }
        url.path = "/" + database
        return url.string ?? conninfo
    }

    func createDatabase(_ name: String, template: String?) throws {
        if let cluster { return try cluster.createDatabase(name, template: template) }
        let session = try Session(conninfo: conninfo)
        try session.executeScript("create database \(name) template \(template ?? "template0") strategy file_copy")
    }

    func dropDatabase(_ name: String) throws {
        let session = try Session(conninfo: conninfo)
        try StatementLog.shared?.collect(database: name, session)
        if let cluster { return try cluster.dropDatabase(name) }
        try session.executeScript("drop database if exists \(name) with (force)")
    }
}

/// A server in a temporary directory. It is stopped and removed when the process exits.
private enum ThrowawayServer {
    private static let running = Mutex<Running?>(nil)

    /// @unchecked: used only under the lock of `running`.
    private struct Running: @unchecked Sendable {
        var server: EmbeddedServer
        var directory: String
    }

    static func start() throws -> String {
        let directory = try makeTemporaryDirectory()
        try PreparedStore.copy(to: directory)
        // Idle services of `SharedStores` hold many sessions.
        let settings =
            "max_connections = 128\nautovacuum = off\n" + (StatementLog.shared == nil ? "" : StatementLog.setting)
        try Data(settings.utf8).write(to: URL(fileURLWithPath: directory + "/postgres/postgresql.auto.conf"))
        let server = try EmbeddedServer(dataDirectory: directory, settings: ServerSettings(isThrowaway: true))
        try server.start()
        try StatementLog.shared?.attach(to: server.conninfo + " dbname=postgres")
        let running = Running(server: server, directory: directory)
        ThrowawayServer.running.withLock { $0 = running }
        atexit { ThrowawayServer.stop() }
        // Nothing is connected to the prepared database, so that it can be copied.
        return server.conninfo + " dbname=postgres"
    }

    private static func stop() {
        try? TestServer.shared().collectStatements()
        let running = ThrowawayServer.running.withLock { running in
            defer { running = nil }
            return running
        }
        guard let running else { return }
        try? running.server.stop()
        try? FileManager.default.removeItem(atPath: running.directory)
    }
}

/// Creates a directory under a short path that every user may enter, so that the server's user can,
/// too.
public func makeTemporaryDirectory() throws -> String {
    let path = "\(temporaryParent)/hs-\(UUID().uuidString.prefix(13).lowercased())"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    return path
}

/// The file system in memory, if it has room and lets programs run. Each database has hundreds of
/// files, and ext4 needs a tenth of the time of the tests to create and delete them.
private let temporaryParent: String = {
    let inMemory = "/dev/shm"
    // ST_NOEXEC in statvfs(3), which Glibc's module lacks.
    let refusesPrograms: UInt = 8
    var system = statvfs()
    guard statvfs(inMemory, &system) == 0, system.f_flag & refusesPrograms == 0 else { return "/tmp" }
    return UInt64(system.f_bavail) * UInt64(system.f_frsize) >= 8 << 30 ? inMemory : "/tmp"
}()

/// Calls `body` with a new directory and removes it afterwards.
public func withTemporaryDirectory<Value>(_ body: (String) async throws -> Value) async throws -> Value {
    let path = try makeTemporaryDirectory()
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try await body(path)
}
