import Foundation

/// The progress of an import, for the progress bar of the command line and for the API.
public struct ImportProgress: Sendable, Hashable {
    public enum Phase: String, Sendable {
        /// The import waits until another import of the person has ended.
        case waiting
        /// The import reads the file. A person's first import also stores records in this phase.
        case reading
        /// The import merges staged records into the store.
        case storing
    }

    public var phase = Phase.waiting
    /// The size of the file in bytes. The size of an archive is its compressed size.
    public var bytes: Int64 = 0
    public var bytesRead: Int64 = 0
    /// Records and other elements read so far, including refused ones.
    public var recordsRead: Int64 = 0
    /// Rows to merge in the phase `storing`.
    public var rows: Int64 = 0
    /// Rows merged so far.
    public var rowsStored: Int64 = 0
    /// Records or rows per second in this phase; 0 while unknown.
    public var rate: Double = 0
    /// Seconds until the phase ends at this rate; nil while unknown.
    public var secondsLeft: Double?

    public init() {}

    /// The part of the phase that is done, from 0 to 1.
    public var fraction: Double {
        let (done, all) = phase == .storing ? (rowsStored, rows) : (bytesRead, bytes)
        return all > 0 ? min(Double(done) / Double(all), 1) : 0
    }
}

/// Measures the rate of a phase.
struct ImportPace {
    private var begin = Date()
    private var firstUnits: Int64 = 0
    private var firstFraction = 0.0

    /// Seconds from the start of a phase to its first rate.
    private static let secondsMin = 0.5

    init(_ progress: ImportProgress) {
        firstUnits = ImportPace.units(progress)
        firstFraction = progress.fraction
    }

    func measure(_ progress: inout ImportProgress) {
        let seconds = Date().timeIntervalSince(begin)
        guard seconds >= ImportPace.secondsMin else { return }
        progress.rate = Double(ImportPace.units(progress) - firstUnits) / seconds
        let done = progress.fraction - firstFraction
        progress.secondsLeft = done > 0 ? (1 - progress.fraction) * seconds / done : nil
    }

    private static func units(_ progress: ImportProgress) -> Int64 {
        progress.phase == .storing ? progress.rowsStored : progress.recordsRead
    }
}
