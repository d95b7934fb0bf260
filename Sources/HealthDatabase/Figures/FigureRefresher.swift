import HealthCore
import Postgres

/// Recomputes the stale hours and days of one type of a person from the samples. For the type
/// sleepAnalysis, recomputes the stale nights.
///
/// The work is done in pieces. Each piece is one transaction on one snapshot. It reads the marks,
/// writes rows of `health.hour` and `health.day` or of `health.night`, and deletes the marks that
/// begin in the piece. If such marks extend past the piece, one new mark replaces their remainders.
/// Marks that other sessions add meanwhile stay, so their times stay stale. After an interruption
/// the marks of unfinished work are still stored.
///
/// A piece takes no lock that sample writers need. Deleting the person blocks until the piece
/// commits. Use a refresher only on the thread that uses its session.
public struct FigureRefresher {
    let person: Person
    let sampleTypeID: Int32
    let session: Session
    /// A time in microseconds since 1970. Marks that were added after it need not be processed. If
    /// nil, all marks are processed.
    private let until: Int64?
    private let isCancelled: () -> Bool
    /// The length of the next piece, in days.
    private var pieceDays = FigureRefresher.daysFirst

    /// The length of the first piece, in days. The samples per day are not known yet.
    static let daysFirst: Int64 = 64
    /// The greatest length of a piece, in days. Eleven years of a type with few samples take one
    /// piece.
    static let daysMax: Int64 = 4_096
    /// The target number of samples of a piece. Reading this many takes less than a second.
    static let samplesPerPiece: Int64 = 500_000
    /// The longest sample of a type with stored figures, in days. A sample of many years, most
    /// likely a mistake, would require rows for all of these years. The figures of such a type come
    /// from samples.
    static let sampleDaysMax: Int64 = 366
    /// The most marks that one piece reads. It reads those that begin first.
    static let marksMax: Int64 = 10_000
    /// The most tries of a piece that fails because of concurrent transactions.
    static let triesMax = 5
    /// The number of samples after which the refresher calls `isCancelled` again.
    private static let samplesPerCheck = 4_096

    /// - Parameters:
    ///   - until: microseconds since 1970 of the server's clock. The refresher may leave marks that
    ///     were added later, so it finishes even if other sessions keep writing.
    ///   - isCancelled: called repeatedly while samples are read. If it returns true, the piece is
    ///     rolled back.
    public init(
        person: Person, sampleTypeID: Int32, session: Session, until: Int64? = nil,
        isCancelled: @escaping () -> Bool = { false }
    ) {
        self.person = person
        self.sampleTypeID = sampleTypeID
        self.session = session
        self.until = until
        self.isCancelled = isCancelled
    }

    /// The outcome of `refreshPiece()`.
    public enum Step: Hashable, Sendable {
        /// Another session is computing figures of the type.
        case busy
        /// The type has no marks to process.
        case finished
        /// One piece has been committed. There may be more marks.
        case done(Work)
    }

    public struct Work: Hashable, Sendable {
        /// The number of stale hours in the piece, including hours without samples.
        public var hours = 0
        /// The number of hours and days for which a row of all sources combined was written, or of
        /// nights.
        public var rows = 0
        /// The number of samples that were read.
        public var samples: Int64 = 0
    }

    /// The error of a refresher that was cancelled. The marks of the piece are still stored.
    public struct Cancelled: Error {}

    // MARK: Pieces

    /// Recomputes all stale figures, piece by piece.
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

    /// Recomputes the earliest stale figures, in one transaction.
    ///
    /// - Throws: `PostgresError`, `Cancelled`.
    public mutating func refreshPiece() throws -> Step {
        let lock = FigureLock(person: person, sampleTypeID: sampleTypeID, session: session)
        return try lock.withLockIfFree {
            var tries = 1
            while true {
                do {
                    return try PersonLock.sharing(person, session) {
                        try session.transaction(isolation: .repeatableRead) { try makePiece() }
                    }
                } catch let error as PostgresError where error.isTransient && tries < FigureRefresher.triesMax {
                    tries += 1
                }
            }
        } ?? .busy
    }

    private var marks: MarkTable { MarkTable(personID: person.id, sampleTypeID: sampleTypeID, session: session) }
    private var table: FigureTable { FigureTable(personID: person.id, sampleTypeID: sampleTypeID, session: session) }

    private mutating func makePiece() throws -> Step {
        if let until, try !marks.hasMark(addedUntil: until) { return .finished }
        let marked = try marks.marks(limit: FigureRefresher.marksMax)
        guard !marked.isEmpty else { return .finished }
        // The caller holds the person's lock, so the person cannot be erased until it ends. The
        // lock does not block writers of samples.
        guard try PersonStore.exists(person, session) else { return try keepNone(marked) }
        let identifier = try FigureRefresher.identifier(sampleTypeID, session)
        if identifier == SleepSample.typeIdentifier { return try makeNights(marked) }
        guard let style = FigureRefresher.style(identifier) else { return try keepNone(marked) }
        let type = try TypeState.read(person, sampleTypeID: sampleTypeID, session)
        let longest = type.reach ?? 0
        guard longest <= FigureRefresher.sampleDaysMax * StaleHours.day else { return try keepNone(marked, for: style) }
        let stale = StaleHours(marked)
        let piece = stale.piece(
            first: try firstTime(in: stale, longest: longest), lengthMax: pieceDays * StaleHours.day)
        let work = try make(piece.hours, style, type)
        adapt(samples: work.samples, hours: piece.hours)
        return try finish(piece, work)
    }

    /// Deletes the marks of a piece.
    private func finish(_ piece: StaleHours.Piece, _ work: Work) throws -> Step {
        try marks.delete(piece.finished)
        if let rest = piece.rest { try marks.add(rest) }
        var work = work
        work.hours = piece.hours.map { Int(($0.upperBound - $0.lowerBound) / StaleHours.hour) }.reduce(0, +)
        return .done(work)
    }

    private mutating func makeNights(_ marked: [Mark]) throws -> Step {
        let nights = NightTable(person: person, sampleTypeID: sampleTypeID, session: session)
        let longest = try SampleExtent.longestMicroseconds(person: person, sampleTypeID: sampleTypeID, session) ?? 0
        let stale = StaleHours(marked)
        // A night that an app sent as a whole lasts a day at most.
        let first = try stale.runs.first.flatMap {
            try nights.firstTime(from: $0.lowerBound - max(longest, StaleHours.day))
        }
        let piece = stale.piece(first: first, lengthMax: pieceDays * StaleHours.day)
        var work = Work()
        if let start = piece.hours.first?.lowerBound, let end = piece.hours.last?.upperBound {
            let made = try nights.replace(start..<end)
            work = Work(rows: made.rows, samples: Int64(made.samples))
            adapt(samples: work.samples, hours: piece.hours)
        }
        if isCancelled() { throw Cancelled() }
        return try finish(piece, work)
    }

    /// Replaces the rows of `hours`, and of all days that overlap them.
    private func make(_ hours: [Range<Int64>], _ style: AggregationStyle, _ type: TypeState) throws -> Work {
        guard !hours.isEmpty else { return Work() }
        let days = FigureDays(on: try DayClock.read(person, session), around: hours)
        var builder = try FigureBuilder(hours: hours, days: days, style, type)
        var count = 0
        try StatisticsReader(person: person, session: session).stream(type, style: style, range: builder.range) {
            count += 1
            if count % FigureRefresher.samplesPerCheck == 0, isCancelled() { throw Cancelled() }
            try builder.engine.add($0)
        }
        if isCancelled() { throw Cancelled() }
        let rows = try builder.finish()
        try table.replaceHours(hours, sourceIDs: builder.sourceIDs, style, with: rows.hours)
        let uncovered = try table.replaceDays(
            FigurePlan.union(days.spans), sourceIDs: builder.sourceIDs, style, with: rows.days)
        for span in uncovered { try marks.add(Mark(from: span.lowerBound, to: span.upperBound)) }
        return Work(rows: (rows.hours + rows.days).count { $0.sourceID == 0 }, samples: Int64(count))
    }

    /// Sets the length of the next piece from the number of samples in this piece.
    private mutating func adapt(samples: Int64, hours: [Range<Int64>]) {
        guard let first = hours.first, let last = hours.last else { return }
        let days = max((last.upperBound - first.lowerBound) / StaleHours.day, 1)
        let wanted = samples > 0 ? FigureRefresher.samplesPerPiece * days / samples : FigureRefresher.daysMax
        pieceDays = min(max(wanted, 1), FigureRefresher.daysMax)
    }

    /// Returns the start of the first sample, series quantity or hour that may lie in the stale
    /// hours; nil if there is none. Stale hours before this start have neither samples nor rows.
    private func firstTime(in stale: StaleHours, longest: Int64) throws -> Int64? {
        guard let start = stale.runs.first?.lowerBound else { return nil }
        // A sample that starts before the stale hours may end in them. The value of an earlier
        // point may also count in them.
        return try table.firstTime(from: start - max(longest, SampleRange.pointStandMicroseconds))
    }

    // MARK: Types

    /// Removes all rows of the type, and replaces its marks by one over all time that is never
    /// processed. Without a style, the type has no figures and needs no mark.
    private func keepNone(_ marked: [Mark], for style: AggregationStyle? = nil) throws -> Step {
        if style != nil, marked.count == 1, marked[0].markedAt == .max { return .finished }
        try table.deleteAll()
        try marks.delete(marked.map(\.id))
        if style != nil {
            try marks.add(Mark(from: Mark.allTime.lowerBound, to: Mark.allTime.upperBound, markedAt: .max))
        }
        return .done(Work())
    }

    /// Returns the identifier of a type.
    static func identifier(_ sampleTypeID: Int32, _ session: Session) throws -> String? {
        try session.first(
            "select identifier from health.sample_type where sample_type_id = $1", sampleTypeID, as: String.self)
    }

    /// Returns the style of the figures of a type; nil for a type without hours and days.
    static func style(_ identifier: String?) -> AggregationStyle? {
        identifier.flatMap { Catalogue.sampleType(named: $0)?.figureStyle }
    }

    /// Removes every row of the type and adds a mark over all time. Figures come from samples until
    /// they have been recomputed.
    ///
    /// Also measures the longest sample again. A type whose only sample of excessive length was
    /// deleted can then have figures again. The person's writers are blocked meanwhile.
    ///
    /// - Throws: `PostgresError`.
    public static func drop(person: Person, sampleTypeID: Int32, _ session: Session) throws {
        try FigureLock(person: person, sampleTypeID: sampleTypeID, session: session).withLock {
            try session.transaction {
                // `PersonEraser` takes these two locks in the same order.
                try session.run("select 1 from health.change_counter where person_id = $1 for update", person)
                try PersonLock.share(person, session)
                guard try PersonStore.exists(person, session) else { return }
                try session.run(
                    """
                    update health.sample_extent set longest_duration = coalesce((
                        select max(sample.end_time - sample.start_time) from health.sample
                        where sample.person_id = $1 and sample.sample_type_id = $2), '0')
                    where person_id = $1 and sample_type_id = $2
                    """, person, sampleTypeID)
                try FigureTable(personID: person.id, sampleTypeID: sampleTypeID, session: session).deleteAll()
                try MarkTable(personID: person.id, sampleTypeID: sampleTypeID, session: session)
                    .add(Mark(from: Mark.allTime.lowerBound, to: Mark.allTime.upperBound))
                // Meanwhile, figures come from samples and may differ in their last bit.
                try ChangeCounter.noteFigures(of: person, session)
            }
        }
    }
}
