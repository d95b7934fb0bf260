import Dispatch
import EmbeddedPostgres
import Foundation
import HealthDatabase
import Postgres

/// The database of a command.
@MainActor
final class Store {
    let database: Database
    /// The private server. It is nil if the arguments name another server.
    let privateServer: EmbeddedServer?
    /// The list of erased people: the file of `--erased-list`, or the file in the data directory.
    /// Nil for `--database-url` without `--erased-list`.
    let erasedList: ErasedList?

    /// The connection string of the database.
    var conninfo: String { database.conninfo }

    private init(database: Database, privateServer: EmbeddedServer?, erasedList: ErasedList?) {
        self.database = database
        self.privateServer = privateServer
        self.erasedList = erasedList
    }

    /// Returns the address of the server that the arguments or the environment name; nil for the
    /// private server.
    private nonisolated static func serverURL(_ arguments: Arguments) throws -> String? {
        let address = DatabaseAddress.store
        return try address.argument(arguments) ?? (arguments.has("--data-dir") ? nil : address.environment())
    }

    /// Returns true if the arguments or the environment name a server other than the private one.
    ///
    /// - Throws: the errors of `DatabaseAddress`.
    nonisolated static func namesServer(_ arguments: Arguments) throws -> Bool { try serverURL(arguments) != nil }

    /// Opens the store that the arguments name. Starts the private server if it is used.
    private static func open(
        _ arguments: Arguments, for purpose: Purpose, _ isCancelled: @escaping @Sendable () -> Bool,
        _ step: (String) -> Void
    ) async throws -> Store {
        let list = arguments["--erased-list"].map(ErasedList.init)
        if let url = try serverURL(arguments) {
            guard !arguments.has("--data-dir") else {
                throw arguments.usage("--database-url and --data-dir exclude each other")
            }
            return Store(
                database: try database(url, arguments, isFenced: purpose.isFenced), privateServer: nil, erasedList: list
            )
        }
        let directory = arguments.dataDirectory
        let server = try EmbeddedServer(dataDirectory: directory, isCreating: purpose.isCreating)
        step("starting PostgreSQL")
        try await onThread { try server.start(isCancelled: isCancelled) }
        return Store(
            database: try database(server.conninfo, arguments, isFenced: false), privateServer: server,
            erasedList: list ?? ErasedList(path: directory + "/" + ErasedList.fileName))
    }

    /// Makes the database of a connection string.
    ///
    /// - Parameter isFenced: true to use only its primary.
    nonisolated static func database(_ conninfo: String, _ arguments: Arguments, isFenced: Bool) throws -> Database {
        let seconds = try arguments.integer("--commit-timeout", in: 1...3_600) ?? commitSecondsDefault
        return Database(
            conninfo, fence: isFenced ? TimelineFence(folder: timelineFolder) : nil,
            commitLimit: .seconds(seconds))
    }

    /// The folder in which a program that uses another server keeps the newest timelines. systemd
    /// sets `STATE_DIRECTORY` for a unit with `StateDirectory=`.
    nonisolated static var timelineFolder: String {
        let environment = ProcessInfo.processInfo.environment
        let given = environment["HEALTHSTORE_STATE_DIR"] ?? environment["STATE_DIRECTORY"]
        return (given?.split(separator: ":").first.map(String.init) ?? EmbeddedServer.defaultDataDirectory())
            + "/timelines"
    }

    /// The default of `--commit-timeout`. 30 seconds, because a slow disk may need several.
    nonisolated static let commitSecondsDefault = 30

    /// Runs blocking work on a thread of Dispatch.
    private static func onThread<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value
    {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(with: Result { try work() }) }
        }
    }

    /// The purpose for which a store is opened.
    enum Purpose {
        /// The database must have this program's schema. A private one is updated to it.
        case use
        /// The same as `use`, but a missing private store is created.
        case create
        /// The database is updated to this program's schema. A missing private store is created.
        case serve
        /// The database must have this program's schema, and is only read.
        case read
        /// The database is not changed on opening. A missing private store is created.
        case migrate
        /// The database is not changed on opening.
        case inspect

        /// True if sessions must be those of the primary.
        var isFenced: Bool { self != .read && self != .inspect }

        var isCreating: Bool {
            switch self {
            case .create, .serve, .migrate: true
            case .use, .read, .inspect: false
            }
        }
    }

    /// Runs `body` with an open store and closes the store.
    ///
    /// - Parameters:
    ///   - isCancelled: polled while the private server starts. If it returns true, this function
    ///     throws `CancellationError`.
    ///   - step: called with a description of each step that may take long.
    static func with<Value>(
        _ arguments: Arguments, for purpose: Purpose = .use, isCancelled: @escaping @Sendable () -> Bool = { false },
        step: (String) -> Void = { _ in }, _ body: @MainActor (Store, Session) async throws -> Value
    ) async throws -> Value {
        let store = try await open(arguments, for: purpose, isCancelled, step)
        let value: Value
        do {
            let session = try await store.openSession(isCancelled)
            if store.privateServer == nil, try store.database.poolsTransactions(session) { throw Store.isPooler }
            try session.executeScript("set lock_timeout = '\(LockHolder.waitSecondsMax)s'")
            if purpose.isCreating, try StandbyState.read(session) != nil { throw Store.isStandby }
            switch purpose {
            case .use, .create, .serve: try store.prepare(session, for: purpose, step)
            case .read: try Migrator().verify(session)
            case .migrate, .inspect: break
            }
            do { value = try await body(store, session) } catch let error as PostgresError where error.isLockTimeout {
                throw LockHolder.error(
                    "the command", seconds: LockHolder.waitSecondsMax, try LockHolder.ofRelations(session))
            }
        } catch {
            try? await store.close()
            throw error
        }
        try await store.close()
        return value
    }

    /// Runs `body` with an open store and a person, and closes the store.
    ///
    /// - Parameter name: the person's name; nil for the value of `--person`.
    /// - Throws: `UsageError` if `--person` is missing; `HealthDatabaseError` (`unknownPerson`).
    static func withPerson(
        _ arguments: Arguments, named name: String? = nil, for purpose: Purpose = .use,
        isCancelled: @escaping @Sendable () -> Bool = { false },
        _ body: @MainActor (Store, Session, Person) async throws -> Void
    ) async throws {
        let name = try name ?? arguments.required("--person")
        try await with(arguments, for: purpose, isCancelled: isCancelled) { store, session in
            try await body(store, session, try PersonStore.find(name: name, session))
        }
    }

    /// The server takes no writes.
    nonisolated static let isStandby = CommandFailure(
        message: "the server is a standby, or for another reason takes no writes",
        hint: "name its primary in --database-url; healthstore serve --read-only answers from a standby")

    /// The server is a pooler that shares sessions between transactions.
    private nonisolated static let isPooler = CommandFailure(
        message: "--database-url names a pooler in transaction mode, such as PgBouncer",
        hint: "set pool_mode = session for this database in PgBouncer, or name PostgreSQL itself")

    /// Runs `body` with the database that the arguments name, which is not opened. It must be a
    /// server of the caller.
    static func withDatabase<Value>(
        _ arguments: Arguments, _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value where Value: Sendable {
        guard !arguments.has("--data-dir"), let url = try serverURL(arguments) else {
            throw arguments.usage("a private server has no standbys; --database-url names the servers")
        }
        let database = try database(url, arguments, isFenced: false)
        return try await onThread { try body(database) }
    }

    private func openSession(_ isCancelled: @escaping @Sendable () -> Bool) async throws -> Session {
        do { return try database.open() } catch {
            // The private server may have died or begun to recover since it accepted connections.
            // If so, wait for it once more.
            guard let privateServer, Session.ping(conninfo: conninfo) != .accepts else { throw error }
            try await Store.onThread { try privateServer.startAgain(isCancelled: isCancelled) }
            return try database.open()
        }
    }

    private func prepare(_ session: Session, for purpose: Purpose, _ step: (String) -> Void) throws {
        let mayMigrate = privateServer != nil || purpose == .serve
        var isOld = false
        do {
            try Migrator().verify(session)
            // The schema can be old without a new migration, because this program may have newer
            // functions or time zones.
            isOld = try mayMigrate && !Migrator().isCurrent(session)
        } catch let error as HealthDatabaseError where error.code == .databaseTooOld {
            guard mayMigrate else { throw error }
            isOld = true
        }
        if isOld {
            step("updating the schema of the database")
            try Migrator().migrate(session).warnings.forEach(StandardError.warn)
        }
        try reconcileErased(session)
    }

    /// Ends all reading and writing of people who are on the list of erased people and in the
    /// database, which happens after an older backup was restored.
    func reconcileErased(_ session: Session) throws {
        let returned = try ErasedList.reconcile(erasedList, session)
        guard !returned.isEmpty else { return }
        StandardError.warn(
            "the database has \(returned.count) people of the list of erased people, because an older backup was "
                + "restored; they are unreadable, and healthstore serve or healthstore migrate deletes their rows")
    }

    // MARK: Analysts

    /// Returns the connection string with which an analyst logs in. For a private server, the
    /// string works only on this machine.
    func conninfo(analyst: String) throws -> String {
        if let privateServer { return privateServer.conninfo(user: analyst) }
        var string = try ConnectionString(conninfo)
        string["user"] = analyst
        string["password"] = nil
        return string.text
    }

    /// Allows other users of this machine to connect to the private server if analysts exist, and
    /// forbids it otherwise.
    func admitAnalysts(_ session: Session) throws {
        try privateServer?.setAdmitsOthers(!AnalystStore.list(session).isEmpty)
    }

    private func close() async throws {
        guard let privateServer else { return }
        try await Store.onThread { try privateServer.stop() }
    }
}
