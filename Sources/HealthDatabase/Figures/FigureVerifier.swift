import HealthCore
import Postgres

/// Compares stored hours, days and nights with those that samples make.
///
/// Stale figures are left out because no reader uses them. Only the thread of its session may use a
/// verifier.
public struct FigureVerifier {
    private let session: Session

    public init(session: Session) {
        self.session = session
    }

    /// The part of the figures that is compared.
    public enum Share: Hashable, Sendable {
        /// A few days of each type, chosen at random.
        case some
        /// About this percentage of the days, chosen at random. 100 compares everything.
        case percent(Double)
    }

    /// The number of days of each type that `.some` compares, with their hours.
    public static let daysOfSome = 25
    /// The most differences that a report lists.
    public static let differencesMax = 1_000

    /// The span of a row.
    public enum Span: String, Sendable {
        case hour, day, night
    }

    /// A stored figure that differs from the one computed from samples. The values are left out.
    public struct Difference: Hashable, Sendable {
        public var person: String
        /// The identifier of the type.
        public var type: String
        public var span: Span
        /// The start of the span.
        public var start: Instant
        /// The source's id; 0 for all sources together.
        public var sourceID: Int32
        /// The name of a column of `health.hour`, or "night". It is "missing" if a row should
        /// exist, and "surplus" if a row should not exist.
        public var figure: String
    }

    public struct Report: Sendable {
        public var types = 0
        public var hours = 0
        public var days = 0
        public var nights = 0
        public var differenceCount = 0
        /// The first differences, at most `differencesMax`.
        public var differences: [Difference] = []
    }

    /// Compares the figures of every type, each type in one snapshot.
    ///
    /// - Throws: `PostgresError`.
    public func verify(_ share: Share = .some) throws -> Report {
        var report = Report()
        for entry in try MarkBacklog.entries(of: nil, isMarked: false, session) {
            try session.transaction(isolation: .repeatableRead, readOnly: true) {
                guard var type = try VerifiedType(entry, session) else { return }
                try type.verify(share)
                report.types += 1
                report.hours += type.report.hours
                report.days += type.report.days
                report.nights += type.report.nights
                report.differenceCount += type.report.differenceCount
                let room = FigureVerifier.differencesMax - report.differences.count
                report.differences += type.report.differences.prefix(room)
            }
        }
        return report
    }
}

/// The figures of one type of a person, in one snapshot.
private struct VerifiedType {
    private let entry: MarkBacklog.Entry
    private let identifier: String
    private let session: Session
    /// Nil for sleepAnalysis, which has nights.
    private let style: AggregationStyle?
    private let type: TypeState
    private let clock: WallClock
    private let stale: [Range<Int64>]
    private let table: FigureTable
    private let nights: NightTable
    /// The time from the first to the last instant of a sample or row, in microseconds since 1970.
    private let extent: ClosedRange<Int64>
    private(set) var report = FigureVerifier.Report()

    /// The number of days whose samples are in memory at once.
    private static let chunkDays: Int64 = 8

    /// - Returns: nil if the type has no figures.
    init?(_ entry: MarkBacklog.Entry, _ session: Session) throws {
        let (person, typeID) = (entry.person, entry.sampleTypeID)
        table = FigureTable(personID: person.id, sampleTypeID: typeID, session: session)
        nights = NightTable(person: person, sampleTypeID: typeID, session: session)
        guard let identifier = try FigureRefresher.identifier(typeID, session) else { return nil }
        style = FigureRefresher.style(identifier)
        let isSleep = identifier == SleepSample.typeIdentifier
        guard style != nil || isSleep, let stored = try isSleep ? nights.extent() : table.extent() else { return nil }
        self.entry = entry
        self.session = session
        self.identifier = identifier
        type = try TypeState.read(person, sampleTypeID: typeID, session)
        clock = try DayClock.read(person, session)
        stale = StaleHours(try MarkTable(personID: person.id, sampleTypeID: typeID, session: session).marks()).runs
        // The last sample may end much later than it starts, and a day may end after its last hour.
        extent = stored.lowerBound - StaleHours.day...stored.upperBound + (type.reach ?? 0) + StaleHours.day
    }

    mutating func verify(_ share: FigureVerifier.Share) throws {
        switch share {
        case .some:
            for _ in 0..<FigureVerifier.daysOfSome {
                let time = Int64.random(in: extent)
                let start = try (style == nil ? nights.firstTime(from: time) : table.firstTime(from: time)) ?? time
                try verify(start..<start + 1)
            }
        case .percent(let percent):
            let length = VerifiedType.chunkDays * StaleHours.day
            for start in stride(from: extent.lowerBound, through: extent.upperBound, by: Int(length))
            where percent >= 100 || Double.random(in: 0..<100) < percent {
                try verify(start..<start + length)
            }
        }
    }

    /// Compares the days that overlap `time`, and all their hours; or the nights.
    private mutating func verify(_ time: Range<Int64>) throws {
        guard let style else { return try verifyNights(time) }
        let days = FigureDays(on: clock, around: [time])
        guard let first = days.spans.first, let last = days.spans.last else { return }
        let hours = StaleHours.floorHour(first.lowerBound)..<StaleHours.ceilHour(last.upperBound)
        var builder = try FigureBuilder(hours: [hours], days: days, style, type)
        try StatisticsReader(person: entry.person, session: session).stream(type, style: style, range: builder.range) {
            try builder.engine.add($0)
        }
        let made = try builder.finish()
        var stored: [FigureRow] = []
        try table.readHours([hours], sourceIDs: builder.sourceIDs, style) { stored.append($0) }
        report.hours += compare(stored, made.hours, .hour, style)
        stored = try table.readDays(first.lowerBound..<last.upperBound, style, separateBySource: true)
        report.days += compare(stored, made.days, .day, style)
    }

    private struct Key: Hashable {
        var start: Int64
        var sourceID: Int32

        init(_ row: FigureRow) {
            start = row.span.lowerBound
            sourceID = row.sourceID
        }
    }

    private func isFresh(_ span: Range<Int64>) -> Bool { !stale.contains { $0.overlaps(span) } }

    /// Compares stored rows with the rows that samples make.
    ///
    /// - Returns: the number of rows of all sources together that are not stale.
    private mutating func compare(
        _ stored: [FigureRow], _ made: [FigureRow], _ span: FigureVerifier.Span, _ style: AggregationStyle
    ) -> Int {
        func fresh(_ rows: [FigureRow]) -> [Key: FigureRow] {
            Dictionary(rows.filter { isFresh($0.span) }.map { (Key($0), $0) }, uniquingKeysWith: { first, _ in first })
        }
        let (stored, made) = (fresh(stored), fresh(made))
        let keys = Set(stored.keys).union(made.keys)
        for key in keys.sorted(by: { ($0.start, $0.sourceID) < ($1.start, $1.sourceID) }) {
            let names =
                switch (stored[key], made[key]) {
                case (let row?, let expected?): FigureComparison.differences(row, expected, style)
                case (nil, _): ["missing"]
                case (_, nil): ["surplus"]
                }
            for name in names { note(name, span, key.start, key.sourceID) }
        }
        return made.keys.count { $0.sourceID == 0 }
    }

    private mutating func verifyNights(_ time: Range<Int64>) throws {
        let dates = try nights.dates(time)
        let made = try nights.made(dates).rows.filter { isFresh($0.span) }
        let stored = try nights.stored(dates).filter { isFresh($0.span) }
        report.nights += made.count
        for row in stored where !made.contains(row) {
            note(made.contains { $0.date == row.date } ? "night" : "surplus", .night, row.span.lowerBound, 0)
        }
        for row in made where !stored.contains(where: { $0.date == row.date }) {
            note("missing", .night, row.span.lowerBound, 0)
        }
    }

    private mutating func note(_ figure: String, _ span: FigureVerifier.Span, _ start: Int64, _ sourceID: Int32) {
        report.differenceCount += 1
        guard report.differences.count < FigureVerifier.differencesMax else { return }
        report.differences.append(
            .init(
                person: entry.person.name, type: identifier, span: span, start: Instant(microseconds: start),
                sourceID: sourceID, figure: figure))
    }
}
