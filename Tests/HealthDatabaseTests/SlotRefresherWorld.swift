import Foundation
import HealthCore
import Postgres
import TestSupport
import Testing

@testable import HealthDatabase

/// Random samples of one type, changes of the samples with their marks, the slots of the samples,
/// and questions about them.
struct SlotRefresherWorld {
    let store: TestStore
    let name: String
    let typeID: Int32
    let unit: String
    private let hasAggregates: Bool
    private var random: SeededGenerator
    private var uuids: [UUID] = []

    /// The number of days with samples.
    static let days = 20
    static let hour: Int64 = 3_600_000_000

    init(_ store: TestStore, type: Int, seed: UInt64, hasAggregates: Bool = false) throws {
        self.store = store
        (name, unit) = RandomSamples.types[type]
        random = SeededGenerator(seed)
        self.hasAggregates = hasAggregates
        typeID = try store.sampleTypeID(name)
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
    private mutating func add(to maker: inout SampleMaker) throws -> Range<Int64> {
        var at = Double(random.below(SlotRefresherWorld.days * 86_400))
        if random.chance(50) { at = (at / 3_600).rounded() * 3_600 - Double(random.below(700)) }
        let lasting = length()
        let uuid = random.uuid()
        uuids.append(uuid)
        let (value, source) = (Double(1 + random.below(900)) / 8, source())
        let ordinal = try maker.add(
            uuid, .quantity(value, unit: unit, type: name), at: at, lasting: lasting, from: source)
        // A sound level with extremes would prevent slots.
        if source.name == "Minutes", name != "stepCount", unit != "dBASPL" {
            maker.extremes[ordinal] = SampleExtremes(minimum: value / 60 - 1, maximum: value + 1, hasAverage: true)
        }
        let start = SampleMaker.zero * 1_000_000 + Int64((at * 1_000_000).rounded())
        return start..<start + max(Int64((lasting * 1_000_000).rounded()), 1)
    }

    mutating func fill(_ count: Int = 600) throws {
        var maker = SampleMaker()
        for _ in 0..<count { _ = try add(to: &maker) }
        for _ in 0..<3 {
            let at = Double(random.below(SlotRefresherWorld.days * 86_400))
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

    /// Adds and deletes some samples and marks them.
    ///
    /// - Parameter isForgetting: true to delete all other marks.
    /// - Returns: the times of the samples.
    mutating func change(isForgetting: Bool = true) throws -> [Range<Int64>] {
        var maker = SampleMaker()
        var times: [Range<Int64>] = []
        for _ in 0..<2 { times.append(try add(to: &maker)) }
        for _ in 0..<2 {
            let uuid = uuids.remove(at: random.below(uuids.count - 2))
            let row = try #require(
                try store.session.execute(
                    "select start_time, end_time from health.sample where person_id = $1 and uuid = $2",
                    [.int32(store.person.id), .uuid(uuid)]
                ).first)
            times.append(try row.timestamptz(0)..<max(try row.timestamptz(1), try row.timestamptz(0) + 1))
            try maker.delete(uuid)
        }
        try store.post { $0 = maker }
        if isForgetting { try unmark() }
        for time in times { try mark(time) }
        return times
    }

    // MARK: Marks and slots

    func mark(_ range: Range<Int64>) throws {
        try markTable.add(SlotMark(id: 0, from: range.lowerBound, to: range.upperBound, markedAt: .min))
    }

    func markEverything() throws {
        try markTable.add(.allTime)
    }

    private var markTable: SlotMarkTable {
        SlotMarkTable(personID: store.person.id, sampleTypeID: typeID, session: store.session)
    }

    /// Deletes every mark, including marks that the writers added.
    func unmark() throws {
        _ = try store.session.execute(
            "delete from health.slot_mark where person_id = $1", [.int32(store.person.id)])
    }

    func refresher(
        _ session: Session? = nil, policy: SlotPolicy = .everything, isCancelled: @escaping () -> Bool = { false }
    ) -> SlotRefresher {
        SlotRefresher(
            person: store.person, sampleTypeID: typeID, session: session ?? store.session, policy: policy,
            isCancelled: isCancelled)
    }

    func refresh() throws {
        var refresher = refresher()
        let isFree = try refresher.refresh()
        #expect(isFree)
        #expect(try store.count("slot_mark") == 0)
    }

    /// Returns the unmarked slots that differ from the engine's figures. Expects that some slots
    /// are unmarked.
    func differences() throws -> [String] {
        let report = try SlotVerifier(session: store.session).verify(.percent(100))
        #expect(report.hours > 0 && report.days > 0)
        return report.differences.map { "\($0.start.rfc3339) \($0.hours) h of \($0.sourceID): \($0.figure)" }
    }

    /// Returns every slot. Figures are rounded to the digits that do not depend on the order of
    /// additions.
    func slots() throws -> [String] {
        try store.texts(
            """
            select concat_ws(' ', source_id, start_time, started_count, reaching_count, sum::numeric(30, 9),
                value_sum::numeric(40, 6), reaching_value_sum::numeric(40, 6), minimum, maximum, weight,
                weighted_sum::numeric(40, 6), duration,
                most_recent_quantity, most_recent_start_time, most_recent_end_time, earliest_start_time, source_ids,
                sole_source_id)
            from health.hour_slot where person_id = $1 and sample_type_id = $2
            union all
            select concat_ws(' ', source_id, phase, first_day, cardinality(figures))
            from health.day_slot where person_id = $1 and sample_type_id = $2
            order by 1
            """, [.int32(store.person.id), .int32(typeID)])
    }

    /// Returns the position in the table's file and the writing transaction of every hour slot, by
    /// the slot's start.
    func versions() throws -> [Int64: Set<String>] {
        var versions: [Int64: Set<String>] = [:]
        for row in try store.session.execute(
            """
            select start_time, concat_ws(' ', source_id, xmin, ctid) from health.hour_slot
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

    /// Compares figures from slots with figures from samples.
    var maker: SlotMaker {
        get throws {
            let type = try #require(Catalogue.sampleType(named: name))
            return SlotMaker(store: store, type: type, style: try #require(type.aggregationStyle))
        }
    }

    private mutating func time() -> Int64 {
        let time = (SampleMaker.zero + Int64(random.below(SlotRefresherWorld.days * 86_400))) * 1_000_000
        return random.chance(50) ? time - time % SlotRefresherWorld.hour : time
    }

    private mutating func bound(_ clock: WallClock) -> Int64 {
        let time = time()
        guard random.chance(50) else { return time }
        let local = clock.localDateTime(at: Instant(microseconds: time))
        return clock.instant(of: LocalDateTime(date: local.date, microsecondOfDay: 0)).microseconds
    }

    mutating func question() throws -> (BucketPlan, SampleRange, separateBySource: Bool, String) {
        let name = SlotRefresherWorld.zones[random.below(SlotRefresherWorld.zones.count)]
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
