import HealthCore
import HealthDatabase
import Postgres

/// The figures of a type on the day on which its newest sample begins.
struct LatestDay: Shaped {
    fileprivate let start: Instant
    fileprivate let end: Instant
    fileprivate let now: Instant
    fileprivate let figures: StatisticsFigures
    fileprivate let statistics: Statistics?

    static let shape = Shape<Self>([
        .time("startDate", \.start, on: \.figures.clock), .time("endDate", \.end, on: \.figures.clock),
        .member("partial", { $0.end > $0.now }, "Whether the day is not over."),
        .member("unit", \.figures.quantity.unit?.unitString, "Null for a category type."),
        .member("statistics") { $0.figures.shown($0.statistics) },
    ]).named("LatestDay")
}

/// Reads the days of newest samples.
struct LatestDayReader {
    private let reader: StatisticsReader
    private let clock: ClockText
    private let units: PreferredUnits
    private let now: Instant

    init(_ person: Person, _ session: Session, _ clock: ClockText, _ units: PreferredUnits, now: Instant) {
        reader = StatisticsReader(person: person, session: session)
        self.clock = clock
        self.units = units
        self.now = now
    }

    /// Returns the figures of the day. Returns nil without a sample, and for types whose newest
    /// sample is a figure of its own, such as a heart rate. Sleep has nights and no days.
    ///
    /// - Throws: `PostgresError`.
    func day(of latest: SampleReader.Latest) throws -> LatestDay? {
        guard let start = latest.sample?.start, let type = Catalogue.sampleType(named: latest.type.identifier),
            let style = type.figureStyle, [.cumulative, .category].contains(style),
            !type.isSleep
        else { return nil }
        let quantity = try QuantityRequest(type: type.identifier, preferred: units, orCategory: true)
        let date = clock.clock.localDateTime(at: start).date
        let edges = [date, CivilDate(daysSinceEpoch: date.daysSinceEpoch + 1)].map {
            clock.clock.instant(of: LocalDateTime(date: $0, microsecondOfDay: 0))
        }
        // A person who flies west may live a day whose end is not after its start on the clock.
        guard let plan = try? BucketPlan(edges: edges) else { return nil }
        let collection = try reader.collection(
            type, style: style, plan: plan, range: SampleRange(from: edges[0], to: edges[1]), separateBySource: false)
        return LatestDay(
            start: edges[0], end: edges[1], now: now,
            figures: StatisticsFigures(quantity: quantity, clock: clock, sources: collection.sources),
            statistics: collection.buckets.first?.statistics)
    }
}
