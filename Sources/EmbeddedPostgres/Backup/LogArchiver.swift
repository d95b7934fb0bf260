import Dispatch
import Foundation
import Postgres
import Synchronization

/// Copies the private server's write-ahead log to a folder of backups while a service runs.
///
/// It reads the log through a session, and a replication slot keeps the segments that it has not
/// copied. The setting `max_slot_wal_keep_size` bounds the slot. So a missing backup disk never
/// stops the server: after that many bytes the archive has a gap, and needs a new backup.
public final class LogArchiver: Sendable {
    /// The intervals of archiving. Tests use shorter ones.
    public struct Policy: Sendable {
        /// The interval between two looks for complete segments. Five seconds.
        public var pollInterval = Duration.seconds(5)
        /// The shortest time between two copies of the segment that the server writes. 30 seconds.
        /// The machine's end loses at most the changes of this time.
        public var partialInterval = Duration.seconds(30)

        public init() {}
    }

    /// An event that the archiver reports.
    public enum Event: Sendable, Hashable {
        /// Archiving failed. Reported when it begins to fail and when the reason changes.
        case failed(reason: String)
        case worksAgain
        /// The server removed segments that the archive does not have.
        case gap
    }

    private let server: EmbeddedServer
    private let folder: BackupFolder
    private let policy: Policy
    private let report: @Sendable (Event) -> Void
    private let queue = DispatchQueue(label: "healthstore.archive")
    private let state = Mutex(State())

    private struct State {
        var archivedEnd: LogPosition?
        var archivedAt: ContinuousClock.Instant?
        var erased: Data?
        var failure: ArchiveFault?
        var archivedUntil: Date?
        /// The reason that was reported last. A restarted service reports a failure again.
        var reported: String?
    }

    /// Creates an archiver. It does nothing before `run` is called.
    ///
    /// - Parameters:
    ///   - server: a started server.
    ///   - report: called on a thread of the archiver. It must not block.
    public init(
        server: EmbeddedServer, folder: BackupFolder, policy: Policy = Policy(),
        report: @escaping @Sendable (Event) -> Void
    ) {
        self.server = server
        self.folder = folder
        self.policy = policy
        self.report = report
        state.withLock { $0.failure = ArchiveFault.read(.failure, dataDirectory: server.dataDirectory) }
    }

    /// The seconds for which archiving has failed without a success; 0 while it works. Counts on
    /// when the service is restarted.
    public var failingSeconds: Double {
        state.withLock { $0.failure }.map { max(0, Date().timeIntervalSince($0.since)) } ?? 0
    }

    /// The time up to which the archive has everything; nil before the first success of this
    /// process.
    public var archivedUntil: Date? { state.withLock { $0.archivedUntil } }

    /// Archives until the task is cancelled, and then once more. An error is reported, and the next
    /// look tries again.
    public func run() async {
        while !Task.isCancelled {
            await queue.run { [self] in tryTurn(isLast: false) }
            try? await Task.sleep(for: policy.pollInterval)
        }
        await queue.run { [self] in tryTurn(isLast: true) }
    }

    /// Removes the slot of an archive that no service writes any more, so that it keeps no
    /// segments, and the faults of the archive.
    ///
    /// - Throws: `PostgresError`.
    public static func stopKeeping(_ server: EmbeddedServer, _ session: Session) throws {
        try LogSlot(session: session).drop()
        for kind in ArchiveFault.Kind.allCases {
            ArchiveFault.write(nil, kind, dataDirectory: server.dataDirectory)
        }
    }

    // MARK: On the queue

    private func tryTurn(isLast: Bool) {
        var reason: String?
        do { try turn(isLast: isLast) } catch let error as PostgresError {
            reason = error.loggedMessage
        } catch { reason = (error as? EmbeddedPostgresError)?.message ?? "\(error)" }
        let (before, now, reported) = state.withLock { state in
            let before = state
            state.failure = reason.map { ArchiveFault(since: before.failure?.since ?? Date(), reason: $0) }
            state.reported = reason
            return (before.failure, state.failure, before.reported)
        }
        if now != before { ArchiveFault.write(now, .failure, dataDirectory: server.dataDirectory) }
        if let reason, reason != reported { report(.failed(reason: reason)) }
        if now == nil, before != nil { report(.worksAgain) }
    }

    private func turn(isLast: Bool) throws {
        let session = try Session(conninfo: server.conninfo, applicationName: "healthstore archive")
        let reader = LogReader(session: session)
        let log = try reader.state()
        let archive = folder.archive(of: log.systemIdentifier)
        guard archive.exists else {
            throw EmbeddedPostgresError(
                .backupFailed,
                "there is no folder \(archive.path): its disk is not mounted, or healthstore backup made none")
        }
        let lock = try archive.lock()
        defer { lock.unlock() }
        let slot = LogSlot(session: session)
        if try slot.prepare() {
            let gap = ArchiveFault(since: Date(), reason: "the server removed segments that were not archived yet")
            ArchiveFault.write(gap, .gap, dataDirectory: server.dataDirectory)
            report(.gap)
        }
        let packing = try server.packing()
        try addComplete(reader, log, archive, packing)
        try slot.advance(to: log.segment.start)
        try addErased(archive, packing)
        try addPartial(reader, log, archive, packing, isLast: isLast)
    }

    /// Copies the segments that the server has completed, and the histories of timelines.
    private func addComplete(
        _ reader: LogReader, _ log: LogReader.State, _ archive: LogArchive, _ packing: Packing
    ) throws {
        let archived = archive.names()
        for name in try reader.names() where !archived.contains(name) {
            if name.hasSuffix(".history") {
                if let bytes = try reader.file(name, count: LogArchiver.historyBytesMax) {
                    try archive.add(name, bytes, packing)
                }
            } else if let segment = LogSegment(name: name), segment < log.segment,
                let bytes = try reader.bytes(of: segment)
            {
                try archive.add(segment, bytes, isPartial: false, packing)
            }
        }
        archive.removePartials(except: log.segment)
    }

    /// A history has one line for each restore of the store. 1 MiB is more than 10,000 lines.
    private static let historyBytesMax = 1 << 20

    /// Copies the segment that the server writes, and notes how far the archive goes.
    private func addPartial(
        _ reader: LogReader, _ log: LogReader.State, _ archive: LogArchive, _ packing: Packing, isLast: Bool
    ) throws {
        let known = state.withLock { $0 }
        let isDue = known.archivedAt.map { ContinuousClock.now - $0 >= policy.partialInterval } ?? true
        guard isDue || isLast else { return }
        if known.archivedEnd != log.end, log.end > log.segment.start {
            guard let bytes = try reader.bytes(of: log.segment, end: log.end) else { return }
            try archive.add(log.segment, bytes, isPartial: true, packing)
        }
        try archive.write(LogArchive.State(timeline: log.timeline, end: log.end, time: log.time))
        state.withLock {
            $0.archivedEnd = log.end
            $0.archivedAt = .now
            $0.archivedUntil = log.time
        }
    }

    /// Copies the list of erased people if it has changed.
    private func addErased(_ archive: LogArchive, _ packing: Packing) throws {
        let list = FileManager.default.contents(atPath: server.dataDirectory + "/erased-people")
        guard let list, list != state.withLock({ $0.erased }) else { return }
        try archive.add(BaseBackup.File.erased.rawValue, Array(list), packing)
        state.withLock { $0.erased = list }
    }
}
