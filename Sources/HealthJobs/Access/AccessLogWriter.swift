import Foundation
import HealthCore
import HealthDatabase
import Postgres
import Synchronization

/// Writes the access log after the answers, on a `BackgroundWorker`.
///
/// `append` never waits. Each second, one statement writes the entries since the last statement. So
/// a crash of the service may lose the entries of the last second. While the database cannot be
/// written, entries wait in memory. If the memory is full, further entries are left out, and the
/// service's log counts them.
public final class AccessLogWriter: Sendable {
    /// The maximum number of entries that wait in memory: 50,000, about 15 MB.
    static let entriesMax = 50_000
    /// The maximum number of entries of one statement.
    static let batchMax = 5_000
    /// The seconds between two statements.
    static let pollSeconds = 1.0
    /// The seconds between two searches for entries to delete: one hour.
    static let sweepSeconds = 3_600.0
    private static let lockTimeout = "5s"

    private let log: Log
    private let days: Int
    private let worker: BackgroundWorker
    private let state = Mutex(State())

    private struct State {
        var entries: [AccessLogEntry] = []
        /// The number of entries that were left out since the last statement that succeeded.
        var dropped = 0
        /// The number of entries that were left out since the start.
        var droppedInAll = 0
        var nextSweep = Date.distantPast
    }

    /// - Parameter days: the days for which entries are kept, 1 or more.
    public init(_ database: Database, days: Int = AccessLogStore.daysDefault, log: Log) {
        self.log = log
        self.days = days
        worker = BackgroundWorker(
            BackgroundWorker.Configuration(
                database: database, applicationName: "healthstore access log", lockTimeout: AccessLogWriter.lockTimeout,
                pollSeconds: AccessLogWriter.pollSeconds, errorEvent: "access_log_interrupted", log: log))
    }

    /// Adds an entry, unless `entriesMax` entries wait. Returns without waiting for the write.
    public func append(_ entry: AccessLogEntry) {
        let isFirstDropped = state.withLock { state in
            guard state.entries.count >= AccessLogWriter.entriesMax else {
                state.entries.append(entry)
                return false
            }
            state.dropped += 1
            state.droppedInAll += 1
            return state.dropped == 1
        }
        guard isFirstDropped else { return }
        log.event(
            .warning, "access_log_full",
            [("message", "the access log cannot be written; new entries are left out")])
    }

    /// The number of entries that wait in memory, and the number that were left out in all.
    public var load: (waiting: Int, dropped: Int) { state.withLock { ($0.entries.count, $0.droppedInAll) } }

    /// Starts to write.
    public func start() {
        worker.start { [self] session in
            let wroteAll = try writeBatch(session)
            return try sweep(session) || !wroteAll
        }
    }

    /// Stops the worker, and then writes the entries that wait. If the database cannot be written,
    /// they are lost.
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
    /// - Returns: true if no entries remain.
    private func writeBatch(_ session: Session) throws -> Bool {
        let batch = state.withLock { Array($0.entries.prefix(AccessLogWriter.batchMax)) }
        guard !batch.isEmpty else { return true }
        do { try AccessLogStore.add(batch, session) } catch let error as PostgresError where !isTemporary(error) {
            // Entries that the database refuses are removed, so that later entries can be written.
            state.withLock { state in
                state.entries.removeFirst(batch.count)
                state.dropped += batch.count
                state.droppedInAll += batch.count
            }
            throw error
        }
        let (dropped, isEmpty) = state.withLock { state in
            state.entries.removeFirst(batch.count)
            defer { state.dropped = 0 }
            return (state.dropped, state.entries.isEmpty)
        }
        if dropped > 0 { log.event(.warning, "access_log_dropped", [("entries", dropped)]) }
        return isEmpty
    }

    /// Returns true if the same statement may succeed later. Examples are a lost connection, a
    /// lock, a disk that is full or fails, and a server that allows only reads.
    private func isTemporary(_ error: PostgresError) -> Bool {
        error.isUnavailable || error.isTransient || error.isCancelled || error.sqlState == "25006"
    }

    /// Deletes some old entries. When none remains, waits `sweepSeconds` until the next search.
    ///
    /// - Returns: true if older entries may remain.
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
            let session = try worker.openSession()
            while try !writeBatch(session) {}
        } catch {
            log.event(.warning, "access_log_dropped", [("entries", state.withLock { $0.entries.count })])
        }
    }
}
