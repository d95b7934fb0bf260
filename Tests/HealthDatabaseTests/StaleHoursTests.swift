import HealthCore
import TestSupport
import Testing

@testable import HealthDatabase

@Suite struct StaleHoursTests {
    private static let hour = StaleHours.hour
    private static let day = 24 * hour

    private func mark(_ from: Int64, _ to: Int64, id: Int64 = 1) -> Mark {
        Mark(id: id, from: from, to: to, markedAt: id)
    }

    @Test("a mark makes the hours stale that it touches")
    func hours() {
        let hour = Self.hour
        #expect(StaleHours([mark(5, 6)]).runs == [0..<hour])
        #expect(StaleHours([mark(-1, hour)]).runs == [-hour..<hour])
        #expect(StaleHours([mark(0, hour), mark(hour, hour + 1)]).runs == [0..<2 * hour])
    }

    @Test("a mark over all of time is one of all that can be written")
    func allTime() {
        let stale = StaleHours([mark(.min, .max)])
        #expect(stale.runs.count == 1)
        #expect(stale.runs[0].lowerBound == Instant.earliest.microseconds)
        let piece = stale.piece(first: 5 * Self.day + 7, lengthMax: 3 * Self.day)
        #expect(piece.hours == [5 * Self.day..<8 * Self.day])
        #expect(piece.rest?.from == 8 * Self.day)
        #expect(stale.piece(first: nil, lengthMax: Self.day).rest == nil)
    }

    @Test(
        "piece by piece every stale hour is made, none is forgotten meanwhile, and it ends",
        arguments: 0..<Rounds.count(60, short: 10))
    func pieces(seed: Int) {
        var random = SeededGenerator(UInt64(seed))
        var marks: [Mark] = []
        for id in 0..<Int64(1 + random.below(12)) {
            let from = Int64(random.below(200)) * Self.hour + Int64(random.below(3)) * 1_800_000_000
            let length = random.chance(10) ? Int64(random.below(200)) * Self.hour : Int64(random.below(9_000_000))
            marks.append(mark(from, from + max(length, 1), id: id))
        }
        let first = StaleHours(marks)
        var made: [Range<Int64>] = []
        var nextID: Int64 = 1_000
        for _ in 0..<5_000 where !marks.isEmpty {
            let stale = StaleHours(marks)
            let piece = stale.piece(first: .min / 2, lengthMax: Int64(1 + random.below(20)) * Self.hour)
            #expect(piece.hours.allSatisfy { !$0.isEmpty && $0.lowerBound % Self.hour == 0 })
            made += piece.hours
            marks.removeAll { piece.finished.contains($0.id) }
            if var rest = piece.rest {
                rest.id = nextID
                nextID += 1
                marks.append(rest)
            }
            let left = StaleHours(marks)
            for run in first.runs {
                for hour in stride(from: run.lowerBound, to: run.upperBound, by: Int(Self.hour)) {
                    let isSeen = made.contains { $0.contains(hour) } || left.runs.contains { $0.contains(hour) }
                    #expect(isSeen)
                    if !isSeen { return }
                }
            }
        }
        #expect(marks.isEmpty)
    }
}
