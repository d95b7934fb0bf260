import HealthCore
import Testing

@Suite struct TimeZoneHistoryTests {
    private typealias Interval = TimeZoneHistory.Interval

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

    @Test("the clock of a history joins runs of one zone, and an empty history has no clock")
    func clock() throws {
        func run(_ minute: Int64, _ city: Substring, _ origin: TimeZoneHistory.Origin) throws -> TimeZoneHistory.Run {
            .init(start: Instant(seconds: 60 * minute), zone: try Self.zone(city), origin: origin)
        }
        let history = TimeZoneHistory(
            runs: [
                try run(1, "Tokyo", .metadata), try run(3, "Tokyo", .manual), try run(5, "Tokyo", .metadata),
                try run(9, "Paris", .client),
            ], manual: [])
        let clock = try #require(history.clock)
        #expect(clock.name == "person")
        #expect(clock.segments.map(\.zone.identifier) == ["Asia/Tokyo", "Europe/Paris"])
        #expect(clock.segments.map(\.start.wholeSeconds) == [60, 540])
        #expect(TimeZoneHistory(runs: [], manual: []).clock == nil)
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
