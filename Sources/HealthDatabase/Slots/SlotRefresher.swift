import HealthCore
import Postgres

/// Recomputes the stale slots of one type of a person from the samples.
///
/// The work is done in pieces. Each piece is one transaction on one snapshot. It reads the marks,
/// writes slots, and deletes the marks that begin in the piece. If such marks extend past the
/// piece, one new mark replaces their remainders. Marks that other sessions add meanwhile stay, so
/// their slots stay stale. After an interruption the marks of unfinished work are still stored.
///
/// A piece takes no lock that sample writers need. Deleting the person blocks until the piece
/// commits. Use a refresher only on the thread that uses its session.
public struct SlotRefresher {
    let person: Person
    let sampleTypeID: Int32
    let policy: SlotPolicy
    let session: Session
    /// A time in microseconds since 1970. Marks that were added after it need not be processed. If
    /// nil, all marks are processed.
    private let until: Int64?
    private let isCancelled: () -> Bool
    /// The length of the next piece, in days.
    private var pieceDays = SlotRefresher.daysFirst

    /// The length of the first piece, in days. The samples per day are not known yet.
    static let daysFirst: Int64 = 16
    /// The usual maximum length of a piece, in days. It is exceeded only if one change affects
    /// figures over a longer time (`ChangeReach`).
    static let daysMax: Int64 = 64
    /// The target number of samples of a piece. Reading this many takes less than a second.
    static let samplesPerPiece: Int64 = 500_000
    /// The most marks that one piece reads. It reads those that begin first.
    static let marksMax: Int64 = 10_000
    /// The most tries of a piece that fails because of concurrent transactions.
    static let triesMax = 5
    /// The number of samples after which the refresher calls `isCancelled` again.
    private static let samplesPerCheck = 4_096

    /// - Parameters:
    ///   - policy: decides which types have slots.
    ///   - until: microseconds since 1970 of the server's clock. The refresher may leave marks that
    ///     were added later, so it finishes even if other sessions keep writing.
    ///   - isCancelled: called repeatedly while samples are read. If it returns true, the piece is
    ///     rolled back.
    public init(
        person: Person, sampleTypeID: Int32, session: Session, policy: SlotPolicy = .standard, until: Int64? = nil,
        isCancelled: @escaping () -> Bool = { false }
    ) {
        self.person = person
        self.sampleTypeID = sampleTypeID
        self.session = session
        self.policy = policy
        self.until = until
        self.isCancelled = isCancelled
    }

    /// The outcome of `refreshPiece()`.
    public enum Step: Hashable, Sendable {
        /// Another session is computing slots of the type. Or a newer version of healthstore wrote
        /// the slots of the type, in a format that this version does not know.
        case busy
        /// The type has no marks, or all of its marks were added after `until`.
        case finished
        /// One step has been committed: a piece, or the beginning or removal of the type's slots.
        /// There may be more marks.
        case done(Work)
    }

    public struct Work: Hashable, Sendable {
        /// The number of stale hours in the piece, including hours without samples.
        public var hours = 0
        /// The number of hours for which a slot of all sources combined was written.
        public var slots = 0
        /// The number of samples that were read.
        public var samples: Int64 = 0
        /// The end of the last hour of the piece; nil if the piece had no hours.
        public var until: Instant?
    }

    /// The error of a refresher that was cancelled. The marks of the piece are still stored.
    public struct Cancelled: Error {}

    // MARK: Pieces

    /// Recomputes all stale slots, piece by piece.
    ///
    /// - Parameter body: called after each piece.
    /// - Returns: false if a piece returned `Step.busy`.
    /// - Throws: `PostgresError`, `Cancelled`.
    public mutating func refresh(_ body: (Work) throws -> Void = { _ in }) throws -> Bool {
        while true {
            switch try refreshPiece() {
            case .busy: return false
            case .finished: return true
            case .done(let work): try body(work)
            }
        }
    }

    /// Recomputes the earliest stale slots, in one transaction.
    ///
    /// - Throws: `PostgresError`, `Cancelled`.
    public mutating func refreshPiece() throws -> Step {
        let lock = SlotLock(person: person, sampleTypeID: sampleTypeID, session: session)
        return try lock.withLockIfFree {
            var tries = 1
            while true {
                do {
                    return try session.transaction(isolation: .repeatableRead) { try makePiece() }
                } catch let error as PostgresError where error.isTransient && tries < SlotRefresher.triesMax {
                    tries += 1
                }
            }
        } ?? .busy
    }

    private mutating func makePiece() throws -> Step {
        let marks = try readMarks()
        guard !marks.isEmpty else { return .finished }
        guard let style = try SlotTypeTable.style(sampleTypeID, session) else { return try withdraw(marks) }
        guard try types.kept(isLocking: true)?.fits(style) ?? false else { return try begin(marks, style) }
        let type = try TypeState.read(person, sampleTypeID: sampleTypeID, session)
        let longest = type.reach ?? 0
        guard let reach = try reach(style, type.sources, longest: longest) else { return try withdraw(marks) }
        let stale = StaleHours(marks, reach: reach)
        let piece = stale.piece(
            first: try firstTime(in: stale, longest: longest), lengthMax: pieceDays * SlotBuilder.day)
        var work = try make(piece.hours, style, type)
        try markTable.delete(piece.finished)
        if let rest = piece.rest { try markTable.add(rest) }
        work.hours = piece.hours.map { Int(($0.upperBound - $0.lowerBound) / StaleHours.hour) }.reduce(0, +)
        work.until = piece.hours.last.map { Instant(microseconds: $0.upperBound) }
        adapt(samples: work.samples, hours: piece.hours)
        return .done(work)
    }

    /// Returns the first marks of the type. Empty if the type has none or all of them were added
    /// after `until`.
    private func readMarks() throws -> [SlotMark] {
        if let until, try !markTable.hasMark(addedUntil: until) { return [] }
        return try markTable.marks(limit: SlotRefresher.marksMax)
    }

    /// Replaces the slots of `hours`, and the slots of all days that overlap them.
    private func make(_ hours: [Range<Int64>], _ style: AggregationStyle, _ type: TypeState) throws -> Work {
        guard !hours.isEmpty else { return Work() }
        let (sources, sourceIDs) = (type.sources, type.sources.map(\.id))
        let range = SlotBuilder.range(around: hours)
        let sampleRange = SampleRange(
            from: Instant(microseconds: range.lowerBound), to: Instant(microseconds: range.upperBound))
        var engine = StatisticsEngine(
            plan: try SlotBuilder.plan(range), style: style, range: sampleRange, sourceCount: max(sources.count, 1),
            separateBySource: true)
        var count = 0
        try StatisticsReader(person: person, session: session).stream(
            type, style: style, range: sampleRange
        ) { sample in
            count += 1
            if count % SlotRefresher.samplesPerCheck == 0, isCancelled() { throw Cancelled() }
            try engine.add(sample)
        }
        if isCancelled() { throw Cancelled() }
        let builder = SlotBuilder(engine, range: range, style: style, sourceIDs: sourceIDs)
        let rows = try builder.hours(hours)
        try slotTable.replaceHours(hours, sourceIDs: sourceIDs, style: style, with: rows)
        try slotTable.replaceDays(try builder.days(hours), sourceIDs: sourceIDs, style: style)
        return Work(slots: rows.count { $0.sourceID == 0 }, samples: Int64(count))
    }

    /// Sets the length of the next piece from the number of samples in this piece.
    private mutating func adapt(samples: Int64, hours: [Range<Int64>]) {
        guard let first = hours.first, let last = hours.last else { return }
        let days = max((last.upperBound - first.lowerBound) / SlotBuilder.day, 1)
        let wanted = samples > 0 ? SlotRefresher.samplesPerPiece * days / samples : SlotRefresher.daysMax
        pieceDays = min(max(wanted, 1), SlotRefresher.daysMax)
    }

    /// Returns the start of the first sample, series quantity or hour slot that may lie in the
    /// stale hours; nil if there is none. Stale hours before this start have neither samples nor
    /// slots.
    private func firstTime(in stale: StaleHours, longest: Int64) throws -> Int64? {
        guard let start = stale.runs.first?.lowerBound else { return nil }
        // A sample that starts before the stale hours may end in them. The value of an earlier
        // point may also count in them.
        let sample = try slotTable.firstSample(from: start - max(longest, SampleRange.pointStandMicroseconds))
        let slot = try slotTable.firstHour(from: max(start, Instant.earliest.microseconds))
        return [sample, slot].compactMap(\.self).min()
    }
}
