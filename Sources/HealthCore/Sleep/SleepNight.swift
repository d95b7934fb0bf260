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
}

/// A night: its main sleep and its naps. For a night without samples, the figures of both that an
/// app sent.
public struct SleepNight: Hashable, Sendable {
    public let window: SleepWindow
    /// Nil if the night has only naps or no session.
    public let main: SleepSession?
    /// In order of start.
    public let naps: [SleepSession]

    /// The figures that an app sent for the main sleep. Nil for a night with a session.
    public let aggregate: AggregateNight?
    /// The figures that an app sent for naps, in order of start. Empty for a night with a session.
    public let aggregateNaps: [AggregateNight]

    /// True if the figures are those that an app sent.
    public var isAggregate: Bool { aggregate != nil || !aggregateNaps.isEmpty }

    /// Microseconds asleep in all sessions, or in all aggregates; nil if none has a stage.
    public var asleep: Int64? {
        let measured = sessions.compactMap(\.asleep) + aggregates.compactMap(\.lengths.asleep)
        return measured.isEmpty ? nil : measured.reduce(0, +)
    }

    /// The main sleep, then the naps.
    public var sessions: [SleepSession] { (main.map { [$0] } ?? []) + naps }

    /// The figures of the main sleep, then those of the naps.
    public var aggregates: [AggregateNight] { (aggregate.map { [$0] } ?? []) + aggregateNaps }

    /// The ranks of the sources of the sessions or of the aggregates, ascending.
    public var sourceRanks: [Int32] {
        Set(sessions.flatMap(\.sourceRanks) + aggregates.map(\.sourceRank)).sorted()
    }

    /// A session that begins at the window's `lateStart` or later is a nap if it has less sleep
    /// than this: 3 hours, in microseconds.
    public static let napMax: Int64 = 3 * 3_600 * Instant.microsecondsPerSecond

    /// - Parameters:
    ///   - sessions: the sessions that count in the window, in order.
    ///   - aggregates: the aggregate nights of the window, in order of start. They count if there
    ///     is no session.
    init(_ window: SleepWindow, _ sessions: [SleepSession], aggregates: [AggregateNight]) {
        self.window = window
        let best = SleepNight.main(
            sessions.map { Length(start: $0.start, asleep: $0.asleep, inBed: $0.timeInBed) }, in: window)
        main = best.map { sessions[$0] }
        naps = sessions.enumerated().filter { $0.offset != best }.map(\.element)
        let counting = sessions.isEmpty ? aggregates : []
        let bestAggregate = SleepNight.main(
            counting.map { Length(start: $0.start, asleep: $0.lengths.asleep, inBed: $0.lengths.inBed) }, in: window)
        aggregate = bestAggregate.map { counting[$0] }
        aggregateNaps = counting.enumerated().filter { $0.offset != bestAggregate }.map(\.element)
    }

    /// The fields of a session, or of an aggregate, that decide about the main sleep.
    private struct Length {
        var start: Instant
        var asleep: Int64?
        var inBed: Int64?

        /// The sort key. Sessions with sleep rank highest, then sessions with only time in bed,
        /// then sessions with only awake stages. Among sessions of one kind, the longer one ranks
        /// higher.
        var weight: (Int, Int64) {
            guard let asleep else { return (1, inBed ?? 0) }
            return (asleep > 0 ? 2 : 0, asleep)
        }

        /// If no stage was recorded, the time in bed is compared.
        func isAlwaysNap(in window: SleepWindow) -> Bool {
            start >= window.lateStart && (asleep ?? inBed ?? 0) < napMax
        }
    }

    /// Returns the index of the main sleep; nil if there are only naps. Of equal sessions, the
    /// earlier one is the main sleep.
    private static func main(_ sessions: [Length], in window: SleepWindow) -> Int? {
        var best: Int?
        for (index, session) in sessions.enumerated() where !session.isAlwaysNap(in: window) {
            if best.map({ session.weight > sessions[$0].weight }) ?? true { best = index }
        }
        return best
    }
}
