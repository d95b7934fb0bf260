import Foundation
import HealthCore
import HealthDatabase
import Postgres
import Synchronization

/// Writes the access log behind the answers, on a `BackgroundWorker`.
///
/// `append` never waits. Each second the entries since the last are written with one statement, so
/// a crash of the service may lose the last second. When the database cannot be written, entries
/// wait in memory; those that find it full are left out and counted in the service's log.
public final class AccessLogWriter: Sendable {
    /// Entries that wait in memory: 50,000, about 15 MB.
    static let entriesMax = 50_000
    /// Entries of one statement.
    static let batchMax = 5_000
    /// Seconds between two statements.
    static let pollSeconds = 1.0
    /// Seconds between two searches for entries to delete: one hour.
    static let sweepSeconds = 3_600.0
    private static let lockTimeout = "5s"

    private let conninfo: String
    private let log: Log
    private let days: Int
    private let worker: BackgroundWorker
    private let state = Mutex(State())

    private struct State {
        var entries: [AccessLogEntry] = []
        /// Entries that were left out since the last statement that succeeded.
        var dropped = 0
        var nextSweep = Date.distantPast
    }

    /// - Parameter days: how long entries are kept, 1 or more.
    public init(conninfo: String, days: Int = AccessLogStore.daysDefault, log: Log) {
        self.conninfo = conninfo
        self.log = log
        self.days = days
        worker = BackgroundWorker(
            BackgroundWorker.Configuration(
                conninfo: conninfo, applicationName: "healthstore access log", lockTimeout: AccessLogWriter.lockTimeout,
                pollSeconds: AccessLogWriter.pollSeconds, errorEvent: "access_log_interrupted", log: log))
    }

    /// Adds an entry, unless `entriesMax` wait already. Returns at once.
    public func append(_ entry: AccessLogEntry) {
        let isFirstDropped = state.withLock { state in
            guard state.entries.count >= AccessLogWriter.entriesMax else {
                state.entries.append(entry)
                return false
            }
            state.dropped += 1
            return state.dropped == 1
        }
        guard isFirstDropped else { return }
        log.event(
            .warning, "access_log_full",
            [("message", "the access log cannot be written; entries are left out until it can")])
    }

    /// Starts to write.
    public func start() {
        worker.start { [self] session in
            let wroteAll = try writeBatch(session)
            return try sweep(session) || !wroteAll
        }
    }

    /// Stops, after the entries that wait were written, if the database takes them.
    public func stop() async {
        await worker.stop()
        await withCheckedContinuation { wait in
            DispatchQueue.global().async { [self] in
                writeRest()
                wait.resume()
            }
        }
    }

    // MARK: On the thread

    /// Writes the oldest entries.
    ///
    /// - Returns: whether these were all.
    private func writeBatch(_ session: Session) throws -> Bool {
        let batch = state.withLock { Array($0.entries.prefix(AccessLogWriter.batchMax)) }
        guard !batch.isEmpty else { return true }
        do { try AccessLogStore.add(batch, session) } catch let error as PostgresError where !isTemporary(error) {
            // Entries that the database refuses must not hold up the others.
            state.withLock { state in
                state.entries.removeFirst(batch.count)
                state.dropped += batch.count
            }
            throw error
        }
        let (dropped, isEmpty) = state.withLock { state in
            state.entries.removeFirst(batch.count)
            defer { state.dropped = 0 }
            return (state.dropped, state.entries.isEmpty)
        }
        if dropped > 0 { log.event(.warning, "access_log_dropped", [("entries", String(dropped))]) }
        return isEmpty
    }

    /// Whether the same statement may succeed later: the connection, a lock, the disk, or a server
    /// that only reads.
    private func isTemporary(_ error: PostgresError) -> Bool {
        error.isConnectionLost || error.isTransient || error.isLockTimeout || error.isOutOfResources
            || error.isCancelled
            || error.sqlState == "25006"
    }

    /// Deletes some old entries, once in `sweepSeconds` until none is left.
    ///
    /// - Returns: whether there may be more.
    private func sweep(_ session: Session) throws -> Bool {
        guard state.withLock({ $0.nextSweep < Date() }) else { return false }
        let seconds = Date().timeIntervalSince1970 - Double(days) * 86_400
        if try AccessLogStore.deleteEntries(before: Instant(microseconds: Int64(seconds * 1_000_000)), session) {
            return true
        }
        state.withLock { $0.nextSweep = Date(timeIntervalSinceNow: AccessLogWriter.sweepSeconds) }
        return false
    }

    private func writeRest() {
        guard state.withLock({ !$0.entries.isEmpty }) else { return }
        do {
            let session = try Session(conninfo: conninfo, applicationName: "healthstore access log")
            try session.executeScript("set lock_timeout = '\(AccessLogWriter.lockTimeout)'")
            while try !writeBatch(session) {}
        } catch {
            log.event(.warning, "access_log_dropped", [("entries", String(state.withLock { $0.entries.count }))])
        }
    }
}
