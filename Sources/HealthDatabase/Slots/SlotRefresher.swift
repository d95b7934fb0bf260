import HealthCore
import Postgres

/// Makes the slots of one type of a person again where marks say that samples changed.
///
/// In pieces, each in one transaction that sees one snapshot: it reads the marks, makes slots of the samples, and forgets exactly the
/// marks that it read, or puts a smaller one in their place. Marks that are added meanwhile stay, so that whoever reads the
/// slots sees all that is not right any more. Interrupted at any moment, what was to be done is still marked. It holds
/// nothing that those wait for who write samples; who deletes the person waits for the end of a piece. Confined to the thread of its session.
public struct SlotRefresher {
    let person: Person
    let sampleTypeID: Int32
    let policy: SlotPolicy
    let session: Session
    /// Microseconds since 1970: marks that are newer need not be seen to; nil for all of them.
    let until: Int64?
    private let isCancelled: () -> Bool
    /// How long the next piece may be.
    private var pieceDays = SlotRefresher.daysFirst

    /// Days of the first piece, before it is known how many samples a day has.
    static let daysFirst: Int64 = 16
    /// Most days of a piece, unless changes reach further.
    static let daysMax: Int64 = 64
    /// A piece is to have about so many samples: less than a second of work.
    static let samplesPerPiece: Int64 = 500_000
    /// Marks that are read at once, the earliest times first.
    static let marksMax: Int64 = 10_000
    /// How often a piece is tried that fails because of what others do.
    static let triesMax = 5
    /// Samples after which it looks whether it is cancelled.
    private static let samplesPerLook = 4_096

    /// "slot": mixed into the key of the advisory lock that whoever makes slots of a type holds, with person and type. It goes
    /// with the session, so that a killed program holds none.
    private static let lockClass: Int64 = 0x736c_6f74

    /// - Parameters:
    ///   - policy: of which types slots are kept.
    ///   - until: whether there is an end while others go on writing: microseconds since 1970 of the server's clock, after which marks
    ///     need not be seen to.
    ///   - isCancelled: asked again and again while samples are read; the piece is given up once it says yes.
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

    public enum Step: Hashable, Sendable {
        /// Somebody else makes slots of the type now.
        case busy
        /// There is no mark.
        case finished
        /// A part of what was marked is done.
        case done(Work)
    }

    public struct Work: Hashable, Sendable {
        /// Hours that were made again, those too in which nothing happens.
        public var hours = 0
        /// Hour slots of all sources together that were made.
        public var slots = 0
        /// Samples that were read for them.
        public var samples: Int64 = 0
        /// Behind the last of the hours; nil where none had to be made.
        public var until: Instant?
    }

    /// It was cancelled; the piece is still marked.
    public struct Cancelled: Error {}

    // MARK: Pieces

    /// Makes every stale slot.
    ///
    /// - Parameter body: is told of every piece.
    /// - Returns: false if somebody else makes slots of the type now.
    public mutating func refresh(_ body: (Work) throws -> Void = { _ in }) throws -> Bool {
        while true {
            switch try refreshPiece() {
            case .busy: return false
            case .finished: return true
            case .done(let work): try body(work)
            }
        }
    }

    /// Makes the first stale slots, in one transaction.
    ///
    /// - Throws: `PostgresError`, `Cancelled`.
    public mutating func refreshPiece() throws -> Step {
        guard try SlotRefresher.lock(person, sampleTypeID, isWaiting: false, session) else { return .busy }
        defer { SlotRefresher.unlock(person, sampleTypeID, session) }
        var tries = 1
        while true {
            do {
                return try session.transaction(isolation: .repeatableRead) { try makePiece() }
            } catch let error as PostgresError where error.isTransient && tries < SlotRefresher.triesMax {
                tries += 1
            }
        }
    }

    /// Forgets every slot of the type, and marks all time, so that figures are made of samples until the slots are there again.
    ///
    /// It also finds out again how long the longest sample is: one by mistake that was deleted must not keep the type from having
    /// slots for ever. The person's writers wait for that.
    public static func drop(person: Person, sampleTypeID: Int32, _ session: Session) throws {
        _ = try lock(person, sampleTypeID, isWaiting: true, session)
        defer { unlock(person, sampleTypeID, session) }
        try session.transaction {
            // Whoever deletes the person takes these two in the same order.
            guard
                try session.execute(
                    "select from health.change_counter where person_id = $1 for update", [.int32(person.id)]
                ).rowCount == 1, try holdPerson(person, session)
            else { return }
            _ = try session.execute(
                """
                update health.sample_extent set longest_duration = coalesce((
                    select max(sample.end_time - sample.start_time) from health.sample
                    where sample.person_id = $1 and sample.sample_type_id = $2), '0')
                where person_id = $1 and sample_type_id = $2
                """,
                [.int32(person.id), .int32(sampleTypeID)])
            try SlotTable(personID: person.id, sampleTypeID: sampleTypeID, session: session).deleteAll()
            try add(allTime, person, sampleTypeID, session)
        }
    }

    private static func lock(
        _ person: Person, _ sampleTypeID: Int32, isWaiting: Bool, _ session: Session
    ) throws -> Bool {
        let key = lockKey(person, sampleTypeID)
        guard isWaiting else {
            return try session.execute("select pg_try_advisory_lock($1)", [.int64(key)])[0].bool(0)
        }
        _ = try session.execute("select pg_advisory_lock($1)", [.int64(key)])
        return true
    }

    private static func unlock(_ person: Person, _ sampleTypeID: Int32, _ session: Session) {
        // A session that is gone holds nothing.
        _ = try? session.execute("select pg_advisory_unlock($1)", [.int64(lockKey(person, sampleTypeID))])
    }

    /// Some pairs share a key with others, which then take turns.
    private static func lockKey(_ person: Person, _ sampleTypeID: Int32) -> Int64 {
        lockClass << 32 ^ Int64(person.id) << 16 ^ Int64(sampleTypeID)
    }

    private mutating func makePiece() throws -> Step {
        let marks = try readMarks()
        guard !marks.isEmpty else { return .finished }
        guard let style = try SlotRefresher.style(sampleTypeID, session) else { return try withdraw(marks) }
        guard try holdType(style) else { return try begin(marks, style) }
        let sources = try SourceReader(person: person, session: session).order(sampleTypeID: sampleTypeID).map(\.source)
        let longest = try SampleExtent.longestMicroseconds(person: person, sampleTypeID: sampleTypeID, session) ?? 0
        guard let reach = ChangeReach(style: style, sources: sources, longest: longest),
            try !SlotPolicy.hasUnfitAggregates(personID: person.id, sampleTypeID: sampleTypeID, style, session)
        else { return try withdraw(marks) }
        let dirty = DirtyTimes(marks, reach: reach)
        let piece = dirty.piece(
            first: try firstThing(in: dirty, longest: longest), lengthMax: pieceDays * SlotBuilder.day)
        var work = try make(piece.hours, style, sources)
        try forget(piece.finished)
        if let rest = piece.rest { try SlotRefresher.add(rest, person, sampleTypeID, session) }
        work.hours = piece.hours.map { Int(($0.upperBound - $0.lowerBound) / DirtyTimes.hour) }.reduce(0, +)
        work.until = piece.hours.last.map { Instant(microseconds: $0.upperBound) }
        adapt(samples: work.samples, hours: piece.hours)
        return .done(work)
    }

    /// - Returns: how many samples were read, and slots made.
    private func make(_ hours: [Range<Int64>], _ style: AggregationStyle, _ sources: [Source]) throws -> Work {
        guard !hours.isEmpty else { return Work() }
        let sourceIDs = sources.map(\.id)
        let range = SlotBuilder.range(around: hours)
        let sampleRange = SampleRange(
            from: Instant(microseconds: range.lowerBound), to: Instant(microseconds: range.upperBound))
        var engine = StatisticsEngine(
            plan: try SlotBuilder.plan(range), style: style, range: sampleRange, sourceCount: max(sources.count, 1),
            separateBySource: sources.count > 1)
        var count = 0
        try StatisticsReader(person: person, session: session).stream(
            typeID: sampleTypeID, style: style, range: sampleRange, sources: sources
        ) { sample in
            count += 1
            if count % SlotRefresher.samplesPerLook == 0, isCancelled() { throw Cancelled() }
            try engine.add(sample)
        }
        if isCancelled() { throw Cancelled() }
        let builder = SlotBuilder(engine, range: range, style: style, sourceIDs: sourceIDs)
        let table = SlotTable(personID: person.id, sampleTypeID: sampleTypeID, session: session)
        let rows = try builder.hours(hours)
        try table.replaceHours(hours, sourceIDs: sourceIDs, style: style, with: rows)
        try table.replaceDays(try builder.days(hours), style: style)
        return Work(slots: rows.count { $0.sourceID == 0 }, samples: Int64(count))
    }

    /// How long the next piece may be, as dense as this one was.
    private mutating func adapt(samples: Int64, hours: [Range<Int64>]) {
        guard let first = hours.first, let last = hours.last else { return }
        let days = max((last.upperBound - first.lowerBound) / SlotBuilder.day, 1)
        let wanted = samples > 0 ? SlotRefresher.samplesPerPiece * days / samples : SlotRefresher.daysMax
        pieceDays = min(max(wanted, 1), SlotRefresher.daysMax)
    }

    /// The start of the first sample, series part or slot that may have to do with the stale hours: what lies before it was and is empty.
    private func firstThing(in dirty: DirtyTimes, longest: Int64) throws -> Int64? {
        guard let start = dirty.runs.first?.lowerBound else { return nil }
        // A sample or a point that stands may reach from before.
        let table = SlotTable(personID: person.id, sampleTypeID: sampleTypeID, session: session)
        let sample = try table.firstSample(from: start - max(longest, SampleRange.pointStandMicroseconds))
        let slot = try table.firstHour(from: max(start, Instant.earliest.microseconds))
        return [sample, slot].compactMap(\.self).min()
    }
}
