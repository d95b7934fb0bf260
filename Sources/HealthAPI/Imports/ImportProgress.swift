import Foundation

/// How far an import is: what the command line's bar and the API show.
public struct ImportProgress: Sendable, Hashable {
    public enum Phase: String, Sendable {
        /// Another import of the person runs.
        case waiting
        /// The file is being read; of a person's first import, records are stored meanwhile.
        case reading
        /// What was read is being merged into the store.
        case storing
    }

    public var phase = Phase.waiting
    /// Of the file, compressed if it is.
    public var bytes: Int64 = 0
    public var bytesRead: Int64 = 0
    /// Records and other elements, refused ones included.
    public var recordsRead: Int64 = 0
    /// Of the phase `storing`: rows to merge, and those that are merged.
    public var rows: Int64 = 0
    public var rowsStored: Int64 = 0
    /// Records, or rows, in a second of this phase; 0 until it is known.
    public var rate: Double = 0
    /// Seconds that the phase will take at this rate; nil until it is known.
    public var secondsLeft: Double?

    public init() {}

    /// How much of the phase is done: 0…1.
    public var fraction: Double {
        let (done, all) = phase == .storing ? (rowsStored, rows) : (bytesRead, bytes)
        return all > 0 ? min(Double(done) / Double(all), 1) : 0
    }
}

/// Measures how fast a phase of an import goes.
struct ImportPace {
    private var begin = Date()
    private var firstUnits: Int64 = 0
    private var firstFraction = 0.0

    /// Seconds before which there is no rate.
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
