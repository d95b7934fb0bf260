import Dispatch
import EmbeddedPostgres
import Foundation
import HealthDatabase
import Postgres

/// The database that a command works on.
@MainActor
final class Store {
    let conninfo: String
    /// The private server; nil where the arguments name another one.
    let privateServer: EmbeddedServer?

    private init(conninfo: String, privateServer: EmbeddedServer?) {
        self.conninfo = conninfo
        self.privateServer = privateServer
    }

    /// Reaches the server that the arguments name, starting the private one if it is that.
    private static func open(
        _ arguments: Arguments, for purpose: Purpose, _ isCancelled: @escaping @Sendable () -> Bool
    ) async throws -> Store {
        let environment = ProcessInfo.processInfo.environment["HEALTHSTORE_DATABASE_URL"]
        if let url = arguments["--database-url"] ?? (arguments.has("--data-dir") ? nil : environment) {
            guard !arguments.has("--data-dir") else {
                throw arguments.usage("--database-url and --data-dir exclude each other")
            }
            return Store(conninfo: url, privateServer: nil)
        }
        let server = try EmbeddedServer(
            dataDirectory: arguments["--data-dir"] ?? EmbeddedServer.defaultDataDirectory(),
            isCreating: purpose.isCreating)
        try await onThread { try server.start(isCancelled: isCancelled) }
        return Store(conninfo: server.conninfo, privateServer: server)
    }

    /// Runs what blocks.
    private static func onThread<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value
    {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(with: Result { try work() }) }
        }
    }

    /// What a store is opened for.
    enum Purpose {
        /// The database must have this program's schema; the private one is given it.
        case use
        /// As `use`; where no private store exists, one is made.
        case create
        /// The database is given this program's schema; where no private store exists, one is made.
        case serve
        /// The database is taken as it is; where no private store exists, one is made.
        case migrate
        /// The database is taken as it is.
        case inspect

        var isCreating: Bool {
            switch self {
            case .create, .serve, .migrate: true
            case .use, .inspect: false
            }
        }
    }

    /// Runs `body` on an open store and leaves it in good order.
    ///
    /// - Parameter isCancelled: asked while the private server starts; true makes this throw `CancellationError`.
    static func with<Value>(
        _ arguments: Arguments, for purpose: Purpose = .use, isCancelled: @escaping @Sendable () -> Bool = { false },
        _ body: @MainActor (Store, Session) async throws -> Value
    ) async throws -> Value {
        let store = try await open(arguments, for: purpose, isCancelled)
        let value: Value
        do {
            let session = try await store.openSession(isCancelled)
            try session.executeScript("set lock_timeout = '\(LockHolder.waitSecondsMax)s'")
            switch purpose {
            case .use, .create, .serve: try store.prepare(session, for: purpose)
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

    private func openSession(_ isCancelled: @escaping @Sendable () -> Bool) async throws -> Session {
        do { return try Session(conninfo: conninfo) } catch {
            // A private server that has died or begun to recover since it accepted connections is waited for once more.
            guard let privateServer, Session.ping(conninfo: conninfo) != .accepts else { throw error }
            try await Store.onThread { try privateServer.startAgain(isCancelled: isCancelled) }
            return try Session(conninfo: conninfo)
        }
    }

    private func prepare(_ session: Session, for purpose: Purpose) throws {
        let mayMigrate = privateServer != nil || purpose == .serve
        var isOld = false
        do {
            try Migrator().verify(session)
            // Also where no migration is new: of functions and the clocks of time zones this program may know better.
            isOld = try mayMigrate && !Migrator().isCurrent(session)
        } catch let error as HealthDatabaseError where error.code == .databaseTooOld {
            guard mayMigrate else { throw error }
            isOld = true
        }
        if isOld {
            for warning in try Migrator().migrate(session).warnings { StandardError.write("healthstore: \(warning)\n") }
        }
    }

    // MARK: Analysts

    /// What an analyst gives psql to log in, on this machine for the private server.
    func conninfo(analyst: String) throws -> String {
        if let privateServer { return privateServer.conninfo(user: analyst) }
        var string = try ConnectionString(conninfo)
        string["user"] = analyst
        string["password"] = nil
        return string.text
    }

    /// Lets the users of this machine reach the private server if there are analysts, and only then.
    func admitAnalysts(_ session: Session) throws {
        try privateServer?.setAdmitsOthers(!AnalystStore.list(session).isEmpty)
    }

    private func close() async throws {
        guard let privateServer else { return }
        try await Store.onThread { try privateServer.stop() }
    }
}
