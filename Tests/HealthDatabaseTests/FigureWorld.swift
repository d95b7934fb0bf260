import Foundation
import HealthCore
import Postgres
import TestSupport
import Testing

@testable import HealthDatabase

/// Random samples of one type, changes of the samples with their marks, the figures of the samples,
/// and questions about them.
struct FigureWorld {
    let store: TestStore
    let name: String
    let typeID: Int32
    let unit: String
    private let hasAggregates: Bool
    private var random: SeededGenerator
    private var uuids: [UUID] = []

    /// A type of each aggregation style, and the unit of its samples.
    private static let types: [(name: String, unit: String)] = [
        ("stepCount", "count"), ("heartRate", "count/min"), ("bodyMass", "kg"),
        ("environmentalAudioExposure", "dBASPL"),
    ]

    /// The number of days with samples.
    static let days = 20
    static let hour: Int64 = 3_600_000_000

    init(_ store: TestStore, type: Int, seed: UInt64, hasAggregates: Bool = false) throws {
        self.store = store
        (name, unit) = FigureWorld.types[type]
        random = SeededGenerator(seed)
        self.hasAggregates = hasAggregates
        typeID = try store.sampleTypeID(name)
    }

    /// The access of a new holder that may read some days. Half of them begin or end in an hour.
    mutating func limitedAccess() throws -> Access {
        func time(_ days: Range<Int>) -> Double? {
            if random.chance(20) { return nil }
            return Double(days.lowerBound + random.below(days.count)) * 86_400 + (random.chance(50) ? 1_234.5 : 0)
        }
        let grant = TestGrant(rights: ["read"], types: [name], from: time(0..<4), to: time(17..<21))
        return try store.caller(store.holder(random.uuid().uuidString, grant)).access
    }

    // MARK: Samples

    private mutating func source() -> SourceRevision {
        let aggregate = SourceRevision(name: "Minutes", bundleIdentifier: SourceClass.aggregatePrefix + "A:minute")
        let last = hasAggregates ? aggregate : SourceRevision(name: "hand", wasUserEntered: true)
        return [SampleMaker.phone, SampleMaker.watch, SampleMaker.watch, SampleMaker.scale, last][random.below(5)]
    }

    private mutating func length() -> Double {
        switch random.below(100) {
        case ..<40: 0
        case ..<90: Double(random.below(1_200)) + 0.25
        case ..<98: Double(random.below(20_000))
        default: 1.5 * 86_400
        }
    }

    /// Adds a sample to `maker`. Half of the samples are near an edge of an hour.
    private mutating func add(to maker: inout SampleMaker) throws {
        var at = Double(random.below(FigureWorld.days * 86_400))
        if random.chance(50) { at = (at / 3_600).rounded() * 3_600 - Double(random.below(700)) }
        let lasting = length()
        let uuid = random.uuid()
        uuids.append(uuid)
        let (value, source) = (Double(1 + random.below(900)) / 8, source())
        let ordinal = try maker.add(
            uuid, .quantity(value, unit: unit, type: name), at: at, lasting: lasting, from: source)
        if source.name == "Minutes", name != "stepCount" {
            maker.extremes[ordinal] = SampleExtremes(
                minimum: value / 60 - 1, maximum: value + 1, hasAverage: random.chance(70))
        }
    }

    mutating func fill(_ count: Int = 600) throws {
        var maker = SampleMaker()
        for _ in 0..<count { try add(to: &maker) }
        for _ in 0..<3 {
            let at = Double(random.below(FigureWorld.days * 86_400))
            try maker.addSeries(
                random.uuid(),
                of: (0..<20).map { place in
                    Measured(
                        uuid: random.uuid(), type: name, unit: unit, at: at + Double(place) * 300,
                        lasting: Double(random.below(2) * 60), value: Double(1 + random.below(90)),
                        source: SampleMaker.watch)
                })
        }
        try store.post { $0 = maker }
    }

    /// Adds and deletes some samples.
    mutating func change() throws {
        var maker = SampleMaker()
        for _ in 0..<2 { try add(to: &maker) }
        for _ in 0..<2 {
            try maker.delete(uuids.remove(at: random.below(uuids.count - 2)))
        }
        try store.post { $0 = maker }
    }

    // MARK: Marks and figures

    func mark(_ range: Range<Int64>) throws {
        try markTable.add(Mark(from: range.lowerBound, to: range.upperBound))
    }

    /// The stale hours, in order.
    func staleHours() throws -> [Range<Int64>] { StaleHours(try markTable.marks()).runs }

    func markEverything() throws {
        try mark(Mark.allTime)
    }

    private var markTable: MarkTable {
        MarkTable(personID: store.person.id, sampleTypeID: typeID, session: store.session)
    }

    /// Deletes every mark, including marks that the writers added.
    func unmark() throws {
        _ = try store.session.execute(
            "delete from health.mark where person_id = $1", [.int32(store.person.id)])
    }

    func refresher(
        _ session: Session? = nil, isCancelled: @escaping () -> Bool = { false }
    ) -> FigureRefresher {
        FigureRefresher(
            person: store.person, sampleTypeID: typeID, session: session ?? store.session, isCancelled: isCancelled)
    }

    func refresh() throws {
        var refresher = refresher()
        let isFree = try refresher.refresh()
        #expect(isFree)
        #expect(try store.count("mark") == 0)
    }

    /// Returns the fresh figures that differ from those of the engine. Expects that some are fresh.
    func differences() throws -> [String] {
        let report = try FigureVerifier(session: store.session).verify(.percent(100))
        #expect(report.hours > 0 && report.days > 0)
        return report.differences.map {
            "\($0.span.rawValue) \($0.start.rfc3339) of \($0.sourceID): \($0.figure)"
        }
    }

    /// Returns every row. Figures are rounded to the digits that do not depend on the order of
    /// additions.
    func rows() throws -> [String] {
        let figures = """
            count, reaching_count, valueless_count, reaching_valueless_count, sum::numeric(30, 9),
            value_sum::numeric(40, 6), reaching_value_sum::numeric(40, 6), minimum, maximum, value_maximum, weight,
            weighted_sum::numeric(40, 6), weighted_maximum, duration, most_recent, most_recent_start_time,
            most_recent_end_time, earliest_start_time, source_ids
            """
        return try store.texts(
            """
            select concat_ws(' ', source_id, start_time, \(figures))
            from health.hour where person_id = $1 and sample_type_id = $2
            union all
            select concat_ws(' ', source_id, date, start_time, end_time, average::numeric(40, 6), \(figures))
            from health.day where person_id = $1 and sample_type_id = $2
            order by 1
            """, [.int32(store.person.id), .int32(typeID)])
    }

    /// Returns the position in the table's file and the writing transaction of every hour, by its
    /// start.
    func versions() throws -> [Int64: Set<String>] {
        var versions: [Int64: Set<String>] = [:]
        for row in try store.session.execute(
            """
            select start_time, concat_ws(' ', source_id, xmin, ctid) from health.hour
            where person_id = $1 and sample_type_id = $2
            """, [.int32(store.person.id), .int32(typeID)])
        {
            versions[try row.timestamptz(0), default: []].insert(try row.text(1))
        }
        return versions
    }

    // MARK: Questions

    private static let zones = [
        "UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Asia/Kathmandu", "Australia/Lord_Howe",
        "Pacific/Apia", "Pacific/Chatham",
    ]

    /// Compares figures from the tables with figures from samples.
    var maker: FigureComparer {
        get throws {
            let type = try #require(Catalogue.sampleType(named: name))
            return FigureComparer(store: store, type: type, style: try #require(type.aggregationStyle))
        }
    }

    private mutating func time() -> Int64 {
        let time = (SampleMaker.zero + Int64(random.below(FigureWorld.days * 86_400))) * 1_000_000
        return random.chance(50) ? time - time % FigureWorld.hour : time
    }

    private mutating func bound(_ clock: WallClock) -> Int64 {
        let time = time()
        guard random.chance(50) else { return time }
        let local = clock.localDateTime(at: Instant(microseconds: time))
        return clock.instant(of: LocalDateTime(date: local.date, microsecondOfDay: 0)).microseconds
    }

    mutating func question() throws -> (BucketPlan, SampleRange, separateBySource: Bool, String) {
        let name = FigureWorld.zones[random.below(FigureWorld.zones.count)]
        let clock = WallClock(try #require(Zone(identifier: name)))
        let bounds = [bound(clock), bound(clock)].sorted()
        let range = SampleRange(
            from: Instant(microseconds: bounds[0]), to: Instant(microseconds: max(bounds[1], bounds[0] + 1)),
            strictStart: random.chance(20), strictEnd: random.chance(20))
        let separate = random.chance(40)
        if random.chance(10) { return (try BucketPlan(range), range, separate, "whole of \(range)") }
        let unit = BucketInterval.Unit.allCases[random.below(BucketInterval.Unit.allCases.count)]
        let interval = try #require(BucketInterval(unit, count: unit == .minute ? 47 : 1 + random.below(3)))
        var anchor = BucketGrid.defaultAnchor(for: interval)
        switch random.below(4) {
        case 0: anchor.microsecondOfDay = 7 * 60_000_000
        case 1: anchor.microsecondOfDay = Int64(random.below(24)) * 60 * 60_000_000
        default: break
        }
        let plan = try BucketPlan(
            grid: BucketGrid(anchor: anchor, interval: interval, clock: clock), from: range.from, to: range.to)
        return (
            plan, range, separate,
            "\(clock.name), \(interval.description) from \(anchor.iso8601), \(range), \(separate)"
        )
    }
}
