import EmbeddedPostgres
import Foundation
import HealthDatabase
import Postgres

/// The database that a command works on.
@MainActor
final class Store {
    let conninfo: String
    private let embedded: EmbeddedServer?

    /// Reaches the server that the arguments name, starting the private one if it is that.
    init(_ arguments: Arguments) throws {
        let environment = ProcessInfo.processInfo.environment["HEALTHSTORE_DATABASE_URL"]
        if let url = arguments["--database-url"] ?? (arguments.has("--data-dir") ? nil : environment) {
            guard !arguments.has("--data-dir") else {
                throw arguments.usage("--database-url and --data-dir exclude each other")
            }
            conninfo = url
            embedded = nil
        } else {
            let server = try EmbeddedServer(
                dataDirectory: arguments["--data-dir"] ?? EmbeddedServer.defaultDataDirectory())
            try server.start()
            conninfo = server.conninfo
            embedded = server
        }
    }

    /// What a store is opened for.
    enum Purpose {
        /// The database must have this program's schema; the private one is given it.
        case use
        /// The database is given this program's schema.
        case serve
        /// The database is taken as it is.
        case inspect
    }

    /// Runs `body` on an open store and leaves it in good order.
    static func with<Value>(
        _ arguments: Arguments, for purpose: Purpose = .use, _ body: @MainActor (Store, Session) async throws -> Value
    ) async throws -> Value {
        let store = try Store(arguments)
        let value: Value
        do {
            let session = try Session(conninfo: store.conninfo)
            try session.executeScript("set lock_timeout = '\(LockHolder.waitSecondsMax)s'")
            if purpose != .inspect { try store.prepare(session, for: purpose) }
            do { value = try await body(store, session) } catch let error as PostgresError where error.isLockTimeout {
                throw LockHolder.error(
                    "the command", seconds: LockHolder.waitSecondsMax, try LockHolder.ofRelations(session))
            }
        } catch {
            try? store.close()
            throw error
        }
        try store.close()
        return value
    }

    private func prepare(_ session: Session, for purpose: Purpose) throws {
        let mayMigrate = embedded != nil || purpose == .serve
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
        if let embedded { return embedded.conninfo(user: analyst) }
        var string = try ConnectionString(conninfo)
        string["user"] = analyst
        string["password"] = nil
        return string.text
    }

    /// Lets the users of this machine reach the private server if there are analysts, and only then.
    func admitAnalysts(_ session: Session) throws {
        try embedded?.setAdmitsOthers(!AnalystStore.list(session).isEmpty)
    }

    private func close() throws { try embedded?.stop() }
}
