import Foundation
import TestSupport
import Testing

@testable import HealthCore

@Suite("A pattern of hours or days")
struct PatternTests {
    private static func parameters(_ zone: String, _ from: Instant, _ to: Instant) -> QuestionParameters {
        var parameters: QuestionParameters = [:]
        (parameters[.type], parameters[.timeZone], parameters[.from], parameters[.to]) = (
            "stepCount", zone, from.rfc3339, to.rfc3339
        )
        return parameters
    }

    /// A whole hour or day, and the index of its part.
    private struct Part: Hashable {
        var start: Instant
        var end: Instant
        var index: Int
    }

    private static func parts(_ request: PatternRequest) -> [Part] {
        let edges = request.statistics.plan.edges
        return zip(zip(edges, edges.dropFirst()), request.parts).compactMap { bucket, part in
            part.map { Part(start: bucket.0, end: bucket.1, index: $0) }
        }
    }

    private static let minute: Int64 = 60 * Instant.microsecondsPerSecond

    /// Reads the clock each minute. A whole hour is 60 successive minutes from :00 to :59.
    private static func slowHours(_ range: ClosedRange<Int64>, _ clock: WallClock, hasWeekdays: Bool) -> [Part] {
        var found: [Part] = []
        var shown: [Int64] = []
        var time = range.lowerBound
        while time < range.upperBound {
            let local = clock.localDateTime(at: Instant(microseconds: time)).microsecondsSinceEpoch / minute
            if local % 60 == 0 || shown.last.map({ $0 + 1 != local }) ?? false { shown = [] }
            shown.append(local)
            if shown.count == 60, local % 60 == 59 {
                let date = LocalDateTime(microsecondsSinceEpoch: local * minute).date
                let day = hasWeekdays ? date.weekdayFromMonday : 0
                found.append(
                    Part(
                        start: Instant(microseconds: time - 59 * minute), end: Instant(microseconds: time + minute),
                        index: day * 24 + Int(local / 60 % 24)))
            }
            time += minute
        }
        return found
    }

    @Test("counts the whole hours that the clock shows, found by reading the clock each minute")
    func hours() throws {
        var random = SeededGenerator(17)
        let names = [
            "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Apia",
            "America/Sao_Paulo", "UTC", "person",
        ]
        // Clocks are changed in Berlin, in New York and on Lord Howe Island, or Apia skips a day.
        for start in [1_710_000_000, 1_729_900_800, 1_324_800_000] as [Int64] {
            for name in names {
                let from = (start + Int64(random.below(86_400 / 60)) * 60) * Instant.microsecondsPerSecond
                let to = from + Int64(1 + random.below(30 * 1_440)) * Self.minute
                let asked = Self.parameters(
                    name, Instant(microseconds: from), Instant(microseconds: to))
                let history = try (0..<6).map { index in
                    WallClock.Segment(
                        start: Instant(microseconds: from + Int64(index * 5_000 + random.below(4_000)) * Self.minute),
                        zone: try #require(Zone(identifier: names[(index * 5 + 3) % 7])))
                }
                let settings = PersonSettings(clock: WallClock(history: history))
                for cycle in [PatternCycle.hourOfDay, .hourOfWeek] {
                    let request = try Self.question(asked, by: cycle.rawValue).request(settings)
                    let slow = Self.slowHours(
                        from...to, request.statistics.clock, hasWeekdays: cycle.hasWeekdays)
                    #expect(Self.parts(request) == slow, "\(name) from \(asked[.from] ?? "") by \(cycle)")
                    #expect(request.statistics.plan.edges.last == Instant(microseconds: to))
                }
            }
        }
    }

    @Test("days on which the clocks change count, with the weekday that the clock shows")
    func days() throws {
        var asked: QuestionParameters = [:]
        // Apia had no 30 December.
        (asked[.type], asked[.timeZone], asked[.from], asked[.to]) = (
            "stepCount", "Pacific/Apia", "2011-12-28T12:00", "2012-01-02"
        )
        asked[.firstWeekday] = "7"
        let parts = Self.parts(try Self.question(asked, by: "dayOfWeek").request(PersonSettings()))
        // Thursday, Saturday and Sunday. The range cuts Wednesday.
        #expect(parts.map(\.index) == [4, 6, 0])
        (asked[.timeZone], asked[.from], asked[.to], asked[.dayStart]) = (
            "Europe/Berlin", "2024-03-30T04:00", "2024-04-01T04:00", "04:00"
        )
        let spring = Self.parts(try Self.question(asked, by: "dayOfWeek").request(PersonSettings()))
        #expect(spring.map(\.index) == [6, 0])
        #expect(spring.map { ($0.end.microseconds - $0.start.microseconds) / (60 * Self.minute) } == [23, 24])
    }

    private static func bucket(_ start: Int64, _ value: Double?, isSum: Bool = true) -> StatisticsBucket {
        let hour = 60 * minute
        let statistics = value.map {
            Statistics(
                count: 1, durationMicroseconds: 0, mostRecent: nil, earliestStart: Instant(microseconds: 0),
                sourceRanks: [0], sum: isSum ? $0 : nil, average: isSum ? nil : $0)
        }
        return StatisticsBucket(
            start: Instant(microseconds: start * hour), end: Instant(microseconds: (start + 1) * hour),
            statistics: statistics, bySource: [])
    }

    @Test("an hour without samples is not measured and changes no figure, and an hour of the future does not count")
    func figures() throws {
        let days: Int64 = 3
        let asked = Self.parameters(
            "UTC", Instant(microseconds: 0), Instant(microseconds: days * 1_440 * Self.minute))
        let request = try Self.question(asked, by: "hourOfDay").request(PersonSettings())
        let values: [Int64: Double] = [7: 10, 31: 40, 8: 0, 55: 1_000]
        let buckets = (0..<days * 24).map { Self.bucket($0, values[$0]) }
        // The present is within the hour from 7 to 8 of the third day.
        let now = Instant(microseconds: (55 * 60 + 30) * Self.minute)
        let parts = request.pattern(buckets, style: .cumulative, now: now)
        #expect(parts.map(\.hour) == Array(0..<24) && parts.allSatisfy { $0.weekday == nil })
        #expect(parts.map(\.bucketCount) == Array(repeating: 3, count: 7) + Array(repeating: 2, count: 17))
        #expect(parts[7].measuredCount == 2)
        #expect([parts[7].average, parts[7].minimum, parts[7].maximum] == [25, 10, 40])
        #expect(parts[8].measuredCount == 1 && parts[8].average == 0)
        #expect(parts[9].measuredCount == 0 && parts[9].average == nil && parts[9].maximum == nil)
    }

    @Test("the average of sound levels is that of their energies")
    func levels() throws {
        var asked = Self.parameters("UTC", Instant(microseconds: 0), Instant(microseconds: 2_880 * Self.minute))
        asked[.type] = "environmentalAudioExposure"
        asked[.firstWeekday] = "4"
        let request = try Self.question(asked, by: "hourOfWeek").request(PersonSettings())
        // 1970 began on a Thursday.
        let buckets = (0..<48).map { Self.bucket($0, $0 == 0 ? 60 : nil, isSum: false) }
        let parts = request.pattern(buckets, style: .discreteEquivalentContinuousLevel, now: .latest)
        #expect(parts.count == 168 && parts[0].weekday == 4 && parts[24].weekday == 5 && parts[167].weekday == 3)
        #expect(parts[0].average == 60 && parts[0].bucketCount == 1 && parts[48].bucketCount == 0)
        asked[.to] = Instant(microseconds: 8 * 1_440 * Self.minute).rfc3339
        let week = try Self.question(asked, by: "hourOfWeek").request(PersonSettings())
        let loud = (0..<8 * 24).map { Self.bucket($0, [0: 60, 168: 70][$0], isSum: false) }
        let average = week.pattern(loud, style: .discreteEquivalentContinuousLevel, now: .latest)[0].average ?? 0
        #expect(abs(average - 10 * log10((1e6 + 1e7) / 2)) < 1e-9)
    }

    private static func question(_ parameters: QuestionParameters, by cycle: String?) throws -> PatternQuestion {
        var parameters = parameters
        parameters[.by] = cycle
        return try PatternQuestion(parameters)
    }

    @Test("wrong parameters are refused by name")
    func refusals() throws {
        let good = Self.parameters("UTC", Instant(microseconds: 0), Instant(microseconds: 10_000 * Self.minute))
        typealias Change = (inout QuestionParameters) -> Void
        let cases: [(by: String?, change: Change, expected: String)] = [
            (nil, { _ in }, "by missing"), ("hour", { _ in }, "by malformed"),
            ("hourOfDay", { $0[.dayStart] = "04:00" }, "dayStart malformed"),
            ("dayOfWeek", { $0[.dayStart] = "4" }, "dayStart malformed"),
            ("dayOfWeek", { $0[.firstWeekday] = "0" }, "firstWeekday outOfRange"),
            ("dayOfWeek", { $0[.type] = "workout" }, "type wrongKind"),
            ("dayOfWeek", { $0[.to] = $0[.from] }, "to emptyRange"),
            ("hourOfDay", { $0[.to] = "1990-01-01" }, "by tooManyBuckets"),
            ("hourOfDay", { ($0[.timeZone], $0[.to]) = ("person", "1990-01-01") }, "by tooManyBuckets"),
        ]
        for (by, change, expected) in cases {
            var asked = good
            change(&asked)
            #expect(refusal { try Self.question(asked, by: by) } == expected)
        }
    }
}
