import Foundation
import HealthCore
import HealthDatabase
import TestSupport
import Testing

/// Random samples of one type, questions about them, and changes of them.
struct SlotWorld {
    let slots: SlotMaker
    private var random: SeededGenerator
    private let store: TestStore
    private let unit: String
    private let center: Int64
    private let days: Int
    private let hasAggregates: Bool
    private let hasLongSamples: Bool
    private var uuids: [UUID] = []

    private static let zones = [
        "UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Asia/Kathmandu", "Australia/Lord_Howe",
        "Pacific/Apia", "Pacific/Chatham",
    ]
    /// Seconds since 1970 near which clocks jump, twice in Berlin, once on Lord Howe Island, and at
    /// Apia's skipped day.
    private static let centers: [Int64] = [1_711_846_800, 1_729_987_200, 1_712_415_600, 1_325_239_200]
    private static let minute: Int64 = 60_000_000

    init(seed: UInt64, _ store: TestStore) throws {
        random = SeededGenerator(seed)
        self.store = store
        let (name, unit) = RandomSamples.types[Int(seed) % 4]
        let type = try #require(Catalogue.sampleType(named: name))
        slots = SlotMaker(store: store, type: type, style: try #require(type.aggregationStyle))
        self.unit = unit
        center = SlotWorld.centers[Int(seed / 4) % 4] * 1_000_000
        days = [3, 9, 25][Int(seed) % 3]
        hasAggregates = seed % 5 < 2
        hasLongSamples = seed % 3 == 1
    }

    // MARK: Samples

    private mutating func time() -> Int64 {
        let span = Int64(days) * 1_440 * SlotWorld.minute
        let time = center + Int64.random(in: -span / 2..<span / 2, using: &random)
        switch random.below(4) {
        case 0: return time - time % (60 * SlotWorld.minute)
        case 1: return time - time % SlotWorld.minute
        default: return time
        }
    }

    private mutating func length() -> Int64 {
        switch random.below(100) {
        case ..<35: 0
        case ..<80: Int64.random(in: 1...15 * SlotWorld.minute, using: &random)
        case ..<98: Int64.random(in: 1...6, using: &random) * 60 * SlotWorld.minute
        default: hasLongSamples ? 4_320 * SlotWorld.minute : 5_000_000
        }
    }

    private mutating func source() -> SourceRevision {
        let aggregate = SourceRevision(name: "Minutes", bundleIdentifier: SourceClass.aggregatePrefix + "A:minute")
        let sources = [
            SampleMaker.phone, SampleMaker.watch, SampleMaker.watch, SampleMaker.scale,
            hasAggregates ? aggregate : SourceRevision(name: "hand", wasUserEntered: true),
        ]
        return sources[random.below(sources.count)]
    }

    private mutating func add(_ uuid: UUID, to maker: inout SampleMaker) throws {
        let start = time()
        let end = start + length()
        let (value, source) = (Double(1 + random.below(1_000)) / 8, source())
        let ordinal = try maker.add(
            uuid, .quantity(value, unit: unit, type: slots.type.identifier),
            start: Instant(microseconds: start), end: Instant(microseconds: end), from: source)
        // A sound level with extremes would prevent slots.
        if source.name == "Minutes", slots.style != .cumulative, slots.style != .discreteEquivalentContinuousLevel {
            maker.extremes[ordinal] = SampleExtremes(minimum: value / 60 - 1, maximum: value + 1, hasAverage: true)
        }
    }

    mutating func fill() throws {
        var maker = SampleMaker()
        for _ in 0..<300 + random.below(500) {
            let uuid = random.uuid()
            uuids.append(uuid)
            try add(uuid, to: &maker)
        }
        try store.post { $0 = maker }
        guard random.chance(60) else { return }
        try store.post { maker in
            for _ in 0..<5 {
                let at = Double(time() / 1_000_000 - SampleMaker.zero)
                let inside = (0..<20).map { place in
                    Measured(
                        uuid: random.uuid(), type: slots.type.identifier, unit: unit, at: at + Double(place) * 61,
                        lasting: Double(random.below(2) * 60), value: Double(1 + random.below(90)),
                        source: SampleMaker.watch)
                }
                try maker.addSeries(random.uuid(), of: inside)
            }
        }
    }

    /// Adds and deletes some samples, which marks their times. Slots do not change.
    mutating func change() throws {
        var maker = SampleMaker()
        for _ in 0..<3 { try add(random.uuid(), to: &maker) }
        for _ in 0..<3 { try maker.delete(uuids.remove(at: random.below(uuids.count))) }
        try store.post { $0 = maker }
    }

    // MARK: Questions

    private mutating func bound(_ clock: WallClock) -> Int64 {
        let time = time()
        guard random.chance(50) else { return time }
        let local = clock.localDateTime(at: Instant(microseconds: time))
        return clock.instant(of: LocalDateTime(date: local.date, microsecondOfDay: 0)).microseconds
    }

    mutating func question() throws -> (BucketPlan, SampleRange, separateBySource: Bool, String) {
        let clock = WallClock(try #require(Zone(identifier: SlotWorld.zones[random.below(SlotWorld.zones.count)])))
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
        case 0: anchor.microsecondOfDay = 7 * SlotWorld.minute
        case 1: anchor.microsecondOfDay = Int64(random.below(24)) * 60 * SlotWorld.minute
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
