/// The time of which a night is made.
public struct SleepWindow: Hashable, Sendable {
    /// By which the night is called.
    public var date: CivilDate
    public var start: Instant
    /// After `start`. What ends here still belongs to the night.
    public var end: Instant
    /// From here on a short sleep is a nap; 15 hours after the start on the wall clock.
    public var lateStart: Instant

    public init(date: CivilDate, start: Instant, end: Instant, lateStart: Instant) {
        self.date = date
        self.start = start
        self.end = end
        self.lateStart = lateStart
    }
}

/// A night: its main sleep and the naps around it, or the figures of an app where there are no samples of them.
public struct SleepNight: Hashable, Sendable {
    public let window: SleepWindow
    /// Nil where nothing was recorded but naps.
    public let main: SleepSession?
    /// In order of start.
    public let naps: [SleepSession]

    /// What an app says of the whole night; nil where a session is.
    public let aggregate: AggregateNight?

    /// Microseconds asleep in all sessions, or as the aggregate says; nil where no stage was recorded in any.
    public var asleep: Int64? {
        if let aggregate { return aggregate.lengths.asleep }
        let measured = sessions.compactMap(\.asleep)
        return measured.isEmpty ? nil : measured.reduce(0, +)
    }

    /// The main sleep, then the naps.
    public var sessions: [SleepSession] { (main.map { [$0] } ?? []) + naps }

    /// The sources of the sessions or of the aggregate, ascending.
    public var sourceRanks: [Int32] {
        aggregate.map { [$0.sourceRank] } ?? Set(sessions.flatMap(\.sourceRanks)).sorted()
    }

    /// A session that begins at the window's `lateStart` or later and sleeps less than this is a nap: 3 hours.
    public static let napMax: Int64 = 3 * 3_600 * Instant.microsecondsPerSecond

    /// - Parameters:
    ///   - sessions: those that count in the window, in order.
    ///   - aggregate: what counts where there is no session.
    init(_ window: SleepWindow, _ sessions: [SleepSession], aggregate: AggregateNight?) {
        self.window = window
        self.aggregate = sessions.isEmpty ? aggregate : nil
        var best: Int?
        for (index, session) in sessions.enumerated() where !SleepNight.isAlwaysNap(session, in: window) {
            guard let leader = best else {
                best = index
                continue
            }
            // Of equal ones the earlier stays.
            if SleepNight.weight(session) > SleepNight.weight(sessions[leader]) { best = index }
        }
        main = best.map { sessions[$0] }
        naps = sessions.enumerated().filter { $0.offset != best }.map(\.element)
    }

    /// Where no stage was recorded, the time in bed says how long it was.
    private static func isAlwaysNap(_ session: SleepSession, in window: SleepWindow) -> Bool {
        session.start >= window.lateStart && (session.asleep ?? session.timeInBed ?? 0) < napMax
    }

    /// Sleep counts before mere time in bed, and that before lying awake; then the longer.
    private static func weight(_ session: SleepSession) -> (Int, Int64) {
        guard let asleep = session.asleep else { return (1, session.timeInBed ?? 0) }
        return (asleep > 0 ? 2 : 0, asleep)
    }
}
