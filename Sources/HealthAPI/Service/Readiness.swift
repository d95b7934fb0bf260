import Dispatch
import HTTPServer
import HealthDatabase
import HealthJobs
import Postgres
import Synchronization

/// Checks that the service can answer requests. The check does what a new client of the database
/// does.
///
/// Each check opens a new session. An existing session is no proof: if the libraries of the
/// database server were replaced, the server still answers in sessions that have loaded them.
/// Checks run one at a time. Requests that arrive during a check share the next check.
public final class Readiness: Sendable {
    /// The statement timeout of a check.
    static let statementTimeout = "10s"

    private let database: Database
    private let log: Log
    private let isReadOnly: Bool
    private let lagSecondsMax: Double?
    private let serverProblem: @Sendable () -> APIError?
    private let queue = DispatchQueue(label: "healthstore.readiness")
    private let checks = SharedCalls<String, StandbyState?>()
    private let isStopping = Atomic(false)

    /// - Parameters:
    ///   - isReadOnly: true if the service needs no database that takes writes.
    ///   - lagSecondsMax: the longest lag of a standby that is ready; nil for any lag.
    ///   - serverProblem: returns a fault of the database server that sessions do not show, or nil
    ///     if there is none. It is called on a thread that may block.
    public init(
        _ database: Database, log: Log, isReadOnly: Bool = false, lagSecondsMax: Double? = nil,
        serverProblem: @escaping @Sendable () -> APIError?
    ) {
        self.database = database
        self.log = log
        self.isReadOnly = isReadOnly
        self.lagSecondsMax = lagSecondsMax
        self.serverProblem = serverProblem
    }

    /// The reason why the service cannot answer.
    public struct Failure: Sendable {
        /// The code and the message of the answer to `GET /ready`.
        public var message: String
        /// True if the database server refused a session, could not be reached, or broke the
        /// session off.
        public var isWithoutSession: Bool
    }

    /// Runs the check of `GET /ready`.
    ///
    /// - Returns: nil if the service can answer.
    public func failure() async -> Failure? {
        do {
            _ = try await check()
            return nil
        } catch {
            let answer = ErrorTable.error(for: error)
            let isWithoutSession = (error as? PostgresError).map { $0.isConnectionLost || $0.sqlState == "53300" }
            return Failure(
                message: "\(answer.code.rawValue): \(answer.message)", isWithoutSession: isWithoutSession ?? false)
        }
    }

    /// Makes all further checks fail, so that a proxy sends the service no more requests.
    public func stop() { isStopping.store(true, ordering: .relaxed) }

    /// - Returns: the state of the standby; nil if the database is no standby.
    /// - Throws: `APIError`, `PostgresError` or `HealthDatabaseError` if the service cannot answer;
    ///   `HTTPFailure` if it stops.
    func check() async throws -> StandbyState? {
        guard !isStopping.load(ordering: .relaxed) else { throw HTTPFailure.stopping }
        return try await checks.share("ready") { [self] in try await queue.run { [self] in try examine() } }
    }

    private func examine() throws -> StandbyState? {
        if let problem = serverProblem() { throw problem }
        let session = try database.open(applicationName: "healthstore readiness")
        try session.executeScript("set statement_timeout = '\(Readiness.statementTimeout)'")
        try Migrator().verify(session)
        do { try FunctionCheck.run(session) } catch let error as PostgresError where !error.isConnectionLost {
            log.event(.error, "functions_unusable", [("sqlState", error.sqlState), ("message", error.loggedMessage)])
            throw APIError(
                .functionsUnusable, "the functions of the database cannot be used",
                hint: "run healthstore doctor on the server")
        }
        if !isReadOnly { try checkWritable(session) }
        let failing = try ServerArchive.failingSeconds(session)
        if let problem = Readiness.problem(archiveFailingSeconds: failing) { throw problem }
        guard let standby = try StandbyState.read(session) else { return nil }
        if let lagSecondsMax, !standby.isCurrent(within: lagSecondsMax) {
            throw APIError(
                .standbyBehind,
                standby.lagSeconds.map { "the standby is \(Int($0)) seconds behind its primary" }
                    ?? "the standby has replayed nothing since its start, so its lag is unknown",
                hint: "check that the standby receives the write-ahead log of the primary")
        }
        return standby
    }

    /// The longest time for which the archive of the log may fail. One hour: a backup disk may be
    /// away for a while.
    static let archiveSecondsMax = 3_600.0

    /// Returns the error of an archive that has failed for too long.
    ///
    /// - Parameter seconds: nil without an archive.
    public static func problem(archiveFailingSeconds seconds: Double?) -> APIError? {
        guard let seconds, seconds > archiveSecondsMax else { return nil }
        return APIError(
            .archiveFailing, "the archive of the write-ahead log has failed for \(Int(seconds / 60)) minutes",
            hint: "run healthstore doctor on the server")
    }

    /// Checks that a transaction may write. A standby and a server with
    /// `default_transaction_read_only` allow no writes. The transaction gets a number, as every
    /// transaction that writes, and stores nothing.
    private func checkWritable(_ session: Session) throws {
        do {
            try session.executeScript("begin; select pg_current_xact_id(); rollback")
            if try session.execute("select current_setting('transaction_read_only') = 'off'")[0].bool(0) { return }
        } catch let error as PostgresError where error.isConnectionLost {
            throw error
        } catch let error as PostgresError {
            log.event(.error, "database_read_only", [("sqlState", error.sqlState), ("message", error.loggedMessage)])
        }
        throw APIError(
            .databaseReadOnly, "the database takes no writes",
            hint: "name its primary in --database-url; healthstore serve --read-only answers from a standby")
    }
}
