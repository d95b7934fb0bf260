import Foundation
import Synchronization

/// The space on the private server's disk that the service leaves free. PostgreSQL stops if it
/// cannot write its log, so the service stops to store data before that.
///
/// The functions may be called on any thread. They ask the system at most once a second.
public final class DiskReserve: Sendable {
    /// The reserve in bytes.
    public let bytes: Int64
    private let freeBytes: @Sendable () -> Int64?
    private let checkInterval: Duration
    private let log: Log
    private let state = Mutex(State())

    private struct State {
        var checkedAt: ContinuousClock.Instant?
        var isShort = false
    }

    /// The reserve may be at most this share of the disk, unless it is given. One tenth.
    private static let shareMax: Int64 = 10

    /// - Parameters:
    ///   - path: a directory on the disk.
    ///   - bytes: the reserve. Nil for the server's largest write-ahead log and a margin
    ///     (`SpoolFolder.marginBytes`), but at most a tenth of the disk.
    ///   - walBytesMax: the server's `max_wal_size` in bytes.
    public convenience init(path: String, bytes: Int64?, walBytesMax: Int64, log: Log) {
        let diskBytes = DiskReserve.bytes(path, .systemSize) ?? Int64.max
        self.init(
            bytes: bytes ?? min(walBytesMax + SpoolFolder.marginBytes, diskBytes / DiskReserve.shareMax), log: log
        ) { DiskReserve.bytes(path, .systemFreeSize) }
    }

    /// - Parameter freeBytes: returns the free bytes of the disk; nil if the system does not say.
    init(
        bytes: Int64, checkInterval: Duration = .seconds(1), log: Log, freeBytes: @escaping @Sendable () -> Int64?
    ) {
        self.bytes = bytes
        self.checkInterval = checkInterval
        self.log = log
        self.freeBytes = freeBytes
    }

    private static func bytes(_ path: String, _ key: FileAttributeKey) -> Int64? {
        ((try? FileManager.default.attributesOfFileSystem(forPath: path))?[key] as? NSNumber)?.int64Value
    }

    /// The bytes that are free now; nil if the system does not say.
    public var freeNow: Int64? { freeBytes() }

    /// True if the disk has less free space than the reserve. The log has an event when this begins
    /// and when it ends.
    public var isShort: Bool {
        guard bytes > 0 else { return false }
        let change = state.withLock { state -> (isShort: Bool, free: Int64)? in
            if let checkedAt = state.checkedAt, ContinuousClock.now - checkedAt < checkInterval { return nil }
            state.checkedAt = .now
            guard let free = freeBytes() else { return nil }
            let wasShort = state.isShort
            state.isShort = free < bytes
            return wasShort == state.isShort ? nil : (state.isShort, free)
        }
        if let change {
            log.event(
                change.isShort ? .error : .info, change.isShort ? "disk_low" : "disk_has_room",
                [("freeBytes", change.free), ("reservedBytes", bytes)])
        }
        return state.withLock { $0.isShort }
    }
}
