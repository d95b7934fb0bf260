import Foundation
import HealthCore
import TestSupport
import Testing

@Suite("Days on a clock that is carried from zone to zone")
struct CarriedClockPropertyTests {
    /// A person's clock in two forms, that of the program and that of the reference.
    private struct CarriedClock: CustomStringConvertible {
        var seed: UInt64
        var clock: WallClock
        var slow: ReferenceClock
        /// The instant at which the person enters the second zone.
        var change: Int64

        var description: String {
            "seed \(seed), "
                + clock.segments.map { "\($0.zone.identifier) from \($0.start.microseconds)" }.joined(separator: ", ")
        }
    }

    /// Two to five zones, entered at any instant, at midnights and at jumps, hours or weeks after
    /// each other.
    private func carriedClock(seed: UInt64) throws -> CarriedClock {
        var generator = SeededGenerator(seed)
        var start: Int64 = 0
        var first: Int64?
        var history: [WallClock.Segment] = []
        var slow: [(start: Int64, zone: TimeZone)] = []
        for index in 0..<Int.random(in: 2...5, using: &generator) {
            let entered = try #require(ZoneTransitions.all.randomElement(using: &generator))
            let zone = try #require(Zone(identifier: entered.identifier))
            if index == 0 { start = (entered.seconds.randomElement(using: &generator) ?? 0) * 1_000_000 }
            var next = start + Int64.random(in: 1...40, using: &generator) * 3_600_000_000
            switch Int.random(in: 0..<5, using: &generator) {
            case 0: next += Int64.random(in: 0..<3_600_000_000, using: &generator)
            case 1: next += 86_400_000_000 * Int64.random(in: 1...30, using: &generator)
            case 2:
                // Midnight of the zone that is entered.
                let date = zone.localDateTime(at: Instant(microseconds: next)).date
                next = max(start + 1, zone.instant(of: LocalDateTime(date: date)).microseconds)
            case 3:
                let jump = entered.seconds.map { $0 * 1_000_000 }.first { $0 > start }
                if let jump, jump - start < 40 * 86_400_000_000 { next = jump }
            default: break
            }
            if index > 0 { start = next }
            if index == 1 { first = start }
            history.append(.init(start: Instant(microseconds: start), zone: zone))
            slow.append((start, entered.zone))
        }
        return CarriedClock(
            seed: seed, clock: try #require(WallClock(history: history)), slow: ReferenceClock(slow),
            change: try #require(first))
    }

    @Test("begin when the clock first reaches their start")
    func edges() throws {
        for seed in UInt64(1)...600 {
            let carried = try carriedClock(seed: seed)
            var generator = SeededGenerator(seed &+ 1_000_000)
            let change = carried.change
            let anchor = RandomStatistics.anchor(
                around: carried.clock.localDateTime(at: Instant(microseconds: change)), using: &generator)
            let units: [BucketInterval.Unit] = [.day, .day, .week, .month, .year, .hour]
            let unit = units.randomElement(using: &generator) ?? .day
            let interval = try #require(BucketInterval(unit, count: Int.random(in: 1...2, using: &generator)))
            let length = max(3_600_000_000 * 50, ReferenceClock.averageLength(of: unit))
            let range =
                change - Int64.random(in: 1...length, using: &generator)..<change
                + Int64.random(in: 1...length, using: &generator)
            let plan = try BucketPlan(
                grid: BucketGrid(anchor: anchor, interval: interval, clock: carried.clock),
                from: Instant(microseconds: range.lowerBound), to: Instant(microseconds: range.upperBound))
            #expect(
                plan.edges.map(\.microseconds)
                    == carried.slow.edges(anchor: anchor, unit: unit, count: interval.count, meeting: range),
                "\(carried), \(interval.description) from \(anchor.iso8601) over \(range)")
        }
    }

    @Test("are not longer than the longest possible day, week or month")
    func longest() throws {
        // The zones furthest apart: a day that began on Kiritimati ended 50 hours later on the
        // ship's clock.
        let zones = [
            try #require(Zone(identifier: "Pacific/Kiritimati")), try #require(Zone(identifier: "Etc/GMT+12")),
        ]
        for unit in [BucketInterval.Unit.day, .week, .month, .quarter, .year] {
            for count in 1...3 {
                let interval = try #require(BucketInterval(unit, count: count))
                // From 1 July of a leap year: two months of 31 days, and the longest quarter and
                // year.
                let anchor = try #require(LocalDateTime(iso8601: unit == .year ? "2024-01-01" : "2024-07-01"))
                let start = zones[0].instant(of: anchor)
                let clock = try #require(
                    WallClock(history: [
                        .init(start: .earliest, zone: zones[0]),
                        .init(start: Instant(microseconds: start.microseconds + 3_600_000_000), zone: zones[1]),
                    ]))
                let grid = BucketGrid(anchor: anchor, interval: interval, clock: clock)
                let length = grid.edge(1).microseconds - grid.edge(0).microseconds
                #expect(length <= interval.longestMicroseconds, "\(interval.description)")
                if unit == .day { #expect(length == Int64(24 * count + 26) * 3_600_000_000) }
            }
        }
    }
}
