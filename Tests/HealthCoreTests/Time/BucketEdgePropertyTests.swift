import Foundation
import HealthCore
import TestSupport
import Testing

@Suite("Edges of buckets and a slow reference clock")
struct BucketEdgePropertyTests {
    private static let day: Int64 = 86_400_000_000

    /// A plan, and the edges of the slow clock for the same range.
    private func check(
        _ anchor: LocalDateTime, _ interval: BucketInterval, _ clock: WallClock, _ slow: ReferenceClock,
        _ range: Range<Int64>, _ comment: String
    ) throws {
        let plan = try BucketPlan(
            grid: BucketGrid(anchor: anchor, interval: interval, clock: clock),
            from: Instant(microseconds: range.lowerBound), to: Instant(microseconds: range.upperBound))
        let edges = plan.edges.map(\.microseconds)
        let expected = slow.edges(
            anchor: anchor, unit: interval.unit, count: interval.count, meeting: range)
        let comment: Comment = "\(comment), \(interval.description) from \(anchor.iso8601) over \(range)"
        #expect(edges == expected, comment)
        #expect(zip(edges, edges.dropFirst()).allSatisfy { $0 < $1 }, comment)
        #expect(edges.count > 1, comment)
    }

    /// Times of day for which the jump makes a difference: inside it, at both ends, and a
    /// microsecond beside them.
    private func timesOfDay(aroundJumpAt instant: Int64, _ clock: ReferenceClock) -> [Int64] {
        let shown = [clock.shown(at: instant - 1), clock.shown(at: instant)]
        let middle = (shown[0] + shown[1]) / 2
        let times = shown + [middle, shown[0] + 1, shown[1] - 1, shown[1] + 1]
        return times.map {
            ($0 % BucketEdgePropertyTests.day + BucketEdgePropertyTests.day) % BucketEdgePropertyTests.day
        }
    }

    // MARK: One zone

    @Test("agree about days with any start at jumps of every clock")
    func days() throws {
        var generator = SeededGenerator(1)
        for zone in ZoneTransitions.all {
            let clock = WallClock(try #require(Zone(identifier: zone.identifier)))
            let slow = ReferenceClock(zone.zone)
            for jump in zone.some(Rounds.count(2), using: &generator) {
                let instant = jump * 1_000_000
                let today = clock.localDateTime(at: Instant(microseconds: instant)).date.daysSinceEpoch
                for time in Set([0, 9_000_000_000] + timesOfDay(aroundJumpAt: instant, slow)).sorted() {
                    let back = Int.random(in: -400...400, using: &generator)
                    let anchor = LocalDateTime(date: CivilDate(daysSinceEpoch: today + back), microsecondOfDay: time)
                    let count = [1, 1, 1, 2, 3].randomElement(using: &generator) ?? 1
                    let interval = try #require(BucketInterval(.day, count: count))
                    let from = instant - Int64.random(in: 1...40, using: &generator) * 3_600_000_000
                    let to = instant + Int64.random(in: 1...40, using: &generator) * 3_600_000_000
                    try check(anchor, interval, clock, slow, from..<to, zone.identifier)
                }
            }
        }
    }

    @Test(
        "agree about weeks of every first weekday, months of every length, quarters and years at jumps of every clock")
    func longIntervals() throws {
        var generator = SeededGenerator(2)
        for zone in ZoneTransitions.all {
            let clock = WallClock(try #require(Zone(identifier: zone.identifier)))
            let slow = ReferenceClock(zone.zone)
            for jump in zone.some(1, using: &generator) {
                let instant = jump * 1_000_000
                let times = timesOfDay(aroundJumpAt: instant, slow)
                for (index, unit) in [BucketInterval.Unit.week, .week, .month, .month, .quarter, .year].enumerated() {
                    let time = index % 2 == 0 ? 0 : times.randomElement(using: &generator) ?? 0
                    var anchor = BucketGrid.defaultAnchor(
                        for: try #require(BucketInterval(unit)),
                        firstWeekday: Int.random(in: 1...7, using: &generator), dayStart: time)
                    if unit != .week {
                        let year = Int.random(in: 2000...2027, using: &generator)
                        let month = [1, 3, 5, 7, 8, 10, 12].randomElement(using: &generator) ?? 1
                        let day = [1, 29, 30, 31].randomElement(using: &generator) ?? 1
                        anchor.date = try #require(CivilDate(year: year, month: month, day: day))
                    }
                    let interval = try #require(
                        BucketInterval(unit, count: Int.random(in: 1...3, using: &generator)))
                    let length = ReferenceClock.averageLength(of: unit)
                    let from = instant - Int64.random(in: 1...length, using: &generator)
                    let to = instant + Int64.random(in: 1...length, using: &generator)
                    try check(anchor, interval, clock, slow, from..<to, zone.identifier)
                }
            }
        }
    }
}
