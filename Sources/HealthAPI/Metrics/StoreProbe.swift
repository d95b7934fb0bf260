import Dispatch
import HealthDatabase
import HealthJobs
import Postgres
import Synchronization

/// Reads the measures of the database for `GET /metrics`, in a session of its own.
///
/// A reading is used for `cacheSeconds`, and readings run one at a time. So scrapes cannot load the
/// database, however often they come.
final class StoreProbe: Sendable {
    /// The time for which a reading is used again: 5 seconds.
    static let cacheSeconds = 5
    /// The longest wait of a scrape for a reading: 4 seconds. Prometheus waits for 10 seconds.
    static let waitSeconds = 4
    /// The statement timeout of a reading.
    static let statementTimeout = "3s"

    private let database: Database
    private let log: Log
    private let queue = DispatchQueue(label: "healthstore.metrics")
    private let state = Mutex(State())
    /// `@unchecked Sendable`: the member is accessed only on `queue`.
    private final class Holder: @unchecked Sendable {
        var session: Session?
    }
    private let holder = Holder()

    private struct State {
        var last: (time: ContinuousClock.Instant, measures: StoreMeasures?)?
        var isReading = false
        /// True if the last reading failed, so that a failure is logged once.
        var hasFailed = false
        var waiters: [UInt64: CheckedContinuation<StoreMeasures?, Never>] = [:]
        var lastWaiter: UInt64 = 0
    }

    init(_ database: Database, log: Log) {
        self.database = database
        self.log = log
    }

    /// Returns the measures, or nil if the database does not answer in time.
    func measures() async -> StoreMeasures? {
        await withCheckedContinuation { continuation in
            let (known, number, isFirst) = state.withLock { state -> (StoreMeasures??, UInt64, Bool) in
                if let last = state.last, ContinuousClock.now - last.time < .seconds(StoreProbe.cacheSeconds) {
                    return (.some(last.measures), 0, false)
                }
                state.lastWaiter += 1
                state.waiters[state.lastWaiter] = continuation
                defer { state.isReading = true }
                return (nil, state.lastWaiter, !state.isReading)
            }
            if let known { return continuation.resume(returning: known) }
            if isFirst { queue.async { [self] in read() } }
            DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(StoreProbe.waitSeconds)) { [self] in
                state.withLock { $0.waiters.removeValue(forKey: number) }?.resume(returning: nil)
            }
        }
    }

    /// Closes the session. Call it when no scrape runs.
    func close() async {
        await queue.run { [holder] in holder.session = nil }
    }

    private func read() {
        let measures: StoreMeasures?
        do {
            measures = try readMeasures()
            state.withLock { $0.hasFailed = false }
        } catch {
            measures = nil
            holder.session = nil
            report(error)
        }
        let waiters = state.withLock { state in
            state.last = (.now, measures)
            state.isReading = false
            defer { state.waiters = [:] }
            return state.waiters.values
        }
        for waiter in waiters { waiter.resume(returning: measures) }
    }

    private func readMeasures() throws -> StoreMeasures {
        if let session = holder.session {
            do { return try StoreMeasures(session) } catch let error as PostgresError where error.isConnectionLost {
                // The server may have been restarted since the last reading.
                holder.session = nil
            }
        }
        let session = try database.open(applicationName: "healthstore metrics")
        let timeout = StoreProbe.statementTimeout
        try session.executeScript("set statement_timeout = '\(timeout)'; set lock_timeout = '\(timeout)'")
        holder.session = session
        return try StoreMeasures(session)
    }

    private func report(_ error: any Error) {
        let isFirst = state.withLock { state in
            defer { state.hasFailed = true }
            return !state.hasFailed
        }
        guard isFirst else { return }
        let fields =
            (error as? PostgresError).map { [("sqlState", $0.sqlState), ("message", $0.loggedMessage)] }
            ?? [("kind", "\(type(of: error))")]
        log.event(.warning, "metrics_without_database", fields)
    }
}
