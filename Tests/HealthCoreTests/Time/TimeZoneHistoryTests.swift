import HealthCore
import Testing

@Suite struct TimeZoneHistoryTests {
    private typealias Run = TimeZoneHistory.Run
    private typealias Interval = TimeZoneHistory.Interval

    /// Parses observations such as `3 Tokyo`, which is a minute and a city.
    private static func observed(_ text: String) throws -> [Run] {
        try text.split(separator: ",").map { part in
            let words = part.split(separator: " ")
            return Run(
                start: try minute(words[0]), zone: try zone(words[1]), origin: words.count > 2 ? .client : .metadata)
        }
    }

    /// Parses intervals such as `3 5 Tokyo`, or `3 - Tokyo` without an end.
    private static func manual(_ text: String) throws -> [Interval] {
        try text.split(separator: ",").map { part in
            let words = part.split(separator: " ")
            return Interval(
                start: try minute(words[0]), end: words[1] == "-" ? nil : try minute(words[1]),
                zone: try zone(words[2]))
        }
    }

    private static func minute(_ text: Substring) throws -> Instant {
        Instant(seconds: 60 * (try #require(Int64(text))))
    }

    private static func zone(_ city: Substring) throws -> Zone {
        let region = city == "Denver" ? "America" : city == "Paris" ? "Europe" : "Asia"
        return try #require(Zone(identifier: "\(region)/\(city)"))
    }

    private static func text(_ runs: [Run]) -> String {
        runs.map { run in
            "\(run.start.wholeSeconds / 60) \(run.zone.identifier.split(separator: "/")[1]) \(run.origin.rawValue)"
        }.joined(separator: ", ")
    }

    @Test(
        "inside an interval set by hand only its zone holds; at its end the zone holds that was observed by then",
        arguments: [
            ("3 Tokyo, 5 Paris c", "", "3 Tokyo metadata, 5 Paris client"),
            ("", "3 - Tokyo", "3 Tokyo manual"),
            ("1 Paris, 4 Denver c", "3 5 Tokyo", "1 Paris metadata, 3 Tokyo manual, 5 Denver client"),
            (
                "1 Paris, 2 Denver", "3 5 Tokyo, 5 6 Paris",
                "1 Paris metadata, 2 Denver metadata, 3 Tokyo manual, 5 Paris manual, 6 Denver metadata"
            ),
            // The same zone set by hand is a run of its own; the same zone observed twice is one
            // run.
            ("1 Tokyo, 2 Tokyo c", "", "1 Tokyo metadata"),
            ("1 Tokyo", "3 5 Tokyo", "1 Tokyo metadata, 3 Tokyo manual, 5 Tokyo metadata"),
        ])
    func overlay(observed: String, manual: String, expected: String) throws {
        let history = TimeZoneHistory(
            observed: try TimeZoneHistoryTests.observed(observed), manual: try TimeZoneHistoryTests.manual(manual))
        #expect(TimeZoneHistoryTests.text(history.runs) == expected)
        #expect(history.manual == history.manual.sorted { $0.start < $1.start })
    }

    @Test("a random history has at each minute the zone that a minute-by-minute reading finds")
    func random() throws {
        var random = SystemRandomNumberGenerator()
        let cities: [Substring] = ["Tokyo", "Paris", "Denver"]
        for _ in 0..<2_000 {
            var observed: [Run] = []
            for minute in 0..<40 where Int.random(in: 0..<8, using: &random) == 0 {
                let city = try #require(cities.randomElement(using: &random))
                let origin = TimeZoneHistory.Origin.allCases[Int.random(in: 0..<2, using: &random)]
                observed.append(
                    Run(start: Instant(seconds: Int64(minute) * 60), zone: try Self.zone(city), origin: origin))
            }
            var manual: [Interval] = []
            var minute = Int.random(in: 0..<20, using: &random)
            while minute < 35 {
                let end = minute + Int.random(in: 1..<8, using: &random)
                let city = try #require(cities.randomElement(using: &random))
                manual.append(
                    Interval(
                        start: Instant(seconds: Int64(minute) * 60),
                        end: end > 33 ? nil : Instant(seconds: Int64(end) * 60), zone: try Self.zone(city)))
                minute = end > 33 ? 99 : end + Int.random(in: 0..<6, using: &random)
            }
            let history = TimeZoneHistory(observed: observed, manual: manual.shuffled(using: &random))
            check(history, observed, manual)
        }
    }

    private func check(_ history: TimeZoneHistory, _ observed: [Run], _ manual: [Interval]) {
        #expect(history.manual == manual)
        #expect(zip(history.runs, history.runs.dropFirst()).allSatisfy { $0.start < $1.start })
        #expect(
            zip(history.runs, history.runs.dropFirst()).allSatisfy {
                $0.zone != $1.zone || ($0.origin == .manual) != ($1.origin == .manual)
            })
        for minute in 0..<45 {
            let instant = Instant(seconds: Int64(minute) * 60)
            let inside = manual.first { $0.start <= instant && $0.end.map { instant < $0 } ?? true }
            let rest = observed.last { $0.start <= instant }
            // If nothing has been observed yet, the zone set by hand continues.
            let expected = inside?.zone ?? rest?.zone ?? manual.last { $0.start <= instant }?.zone
            let run = history.runs.last { $0.start <= instant }
            #expect(run?.zone == expected, "\(minute): \(observed) \(manual)")
            #expect((run?.origin == .manual) == (inside != nil || (rest == nil && run != nil)))
        }
    }

    @Test("the clock of a history joins runs of one zone, and an empty history has no clock")
    func clock() throws {
        let history = TimeZoneHistory(
            observed: try TimeZoneHistoryTests.observed("1 Tokyo, 9 Paris"),
            manual: try TimeZoneHistoryTests.manual("3 5 Tokyo"))
        let clock = try #require(history.clock)
        #expect(clock.name == "person")
        #expect(clock.segments.map(\.zone.identifier) == ["Asia/Tokyo", "Europe/Paris"])
        #expect(clock.segments.map(\.start.wholeSeconds) == [60, 540])
        #expect(TimeZoneHistory(observed: [], manual: []).clock == nil)
    }

    @Test(
        "two intervals overlap if one begins before the other ends",
        arguments: [
            ("", nil), ("5 6 Tokyo, 3 5 Tokyo", nil), ("3 5 Tokyo, 4 6 Tokyo", 1), ("4 6 Tokyo, 3 5 Tokyo", 0),
            ("3 - Tokyo, 9 10 Tokyo", 1), ("1 3 Tokyo, 3 - Tokyo", nil), ("3 - Tokyo, 3 - Tokyo", 1),
            ("1 2 Tokyo, 7 9 Tokyo, 3 8 Tokyo", 1),
        ])
    func overlap(manual: String, index: Int?) throws {
        #expect(TimeZoneHistory.firstOverlap(try TimeZoneHistoryTests.manual(manual)) == index)
    }
}
