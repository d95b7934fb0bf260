/// The span of time for which a night is computed.
public struct SleepWindow: Hashable, Sendable {
    /// The date of the night.
    public var date: CivilDate
    public var start: Instant
    /// After `start`. A session that ends exactly here still belongs to the night.
    public var end: Instant
    /// The time 15 hours after `start` on the wall clock. A short sleep that begins at this time or
    /// later is a nap.
    public var lateStart: Instant

    public init(date: CivilDate, start: Instant, end: Instant, lateStart: Instant) {
        self.date = date
        self.start = start
        self.end = end
        self.lateStart = lateStart
    }
}

/// A night: its main sleep and its naps, or the figures that an app sent for a night without
/// samples.
public struct SleepNight: Hashable, Sendable {
    public let window: SleepWindow
    /// Nil if the night has only naps or no session.
    public let main: SleepSession?
    /// In order of start.
    public let naps: [SleepSession]

    /// The figures that an app sent for the whole night. Nil for a night with a session.
    public let aggregate: AggregateNight?

    /// Microseconds asleep in all sessions, or in the aggregate; nil if no session has a stage.
    public var asleep: Int64? {
        if let aggregate { return aggregate.lengths.asleep }
        let measured = sessions.compactMap(\.asleep)
        return measured.isEmpty ? nil : measured.reduce(0, +)
    }

    /// The main sleep, then the naps.
    public var sessions: [SleepSession] { (main.map { [$0] } ?? []) + naps }

    /// The ranks of the sources of the sessions or of the aggregate, ascending.
    public var sourceRanks: [Int32] {
        aggregate.map { [$0.sourceRank] } ?? Set(sessions.flatMap(\.sourceRanks)).sorted()
    }

    /// A session that begins at the window's `lateStart` or later is a nap if it has less sleep
    /// than this: 3 hours, in microseconds.
    public static let napMax: Int64 = 3 * 3_600 * Instant.microsecondsPerSecond

    /// - Parameters:
    ///   - sessions: the sessions that count in the window, in order.
    ///   - aggregate: the aggregate night of the window. It counts if there is no session.
    init(_ window: SleepWindow, _ sessions: [SleepSession], aggregate: AggregateNight?) {
        self.window = window
        self.aggregate = sessions.isEmpty ? aggregate : nil
        var best: Int?
        for (index, session) in sessions.enumerated() where !SleepNight.isAlwaysNap(session, in: window) {
            guard let leader = best else {
                best = index
                continue
            }
            // Of equal sessions, the earlier one is kept.
            if SleepNight.weight(session) > SleepNight.weight(sessions[leader]) { best = index }
        }
        main = best.map { sessions[$0] }
        naps = sessions.enumerated().filter { $0.offset != best }.map(\.element)
    }

    /// If no stage was recorded, the time in bed is compared.
    private static func isAlwaysNap(_ session: SleepSession, in window: SleepWindow) -> Bool {
        session.start >= window.lateStart && (session.asleep ?? session.timeInBed ?? 0) < napMax
    }

    /// Returns the sort key of a session. Sessions with sleep rank highest, then sessions with only
    /// time in bed, then sessions with only awake stages. Among sessions of one kind, the longer
    /// one ranks higher.
    private static func weight(_ session: SleepSession) -> (Int, Int64) {
        guard let asleep = session.asleep else { return (1, session.timeInBed ?? 0) }
        return (asleep > 0 ? 2 : 0, asleep)
    }
}
