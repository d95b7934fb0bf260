import HealthCore
import Testing

@Suite struct WallClockTests {
    private static func instant(_ text: String) throws -> Instant { try #require(Instant(rfc3339: text)) }

    /// Parses a clock such as `Asia/Tokyo 2024-01-10T03:00:00Z America/Los_Angeles …`.
    private static func clock(_ text: String) throws -> WallClock {
        let words = text.split(separator: " ").map(String.init)
        var segments = [WallClock.Segment(start: .earliest, zone: try #require(Zone(identifier: words[0])))]
        for index in stride(from: 1, to: words.count, by: 2) {
            segments.append(
                .init(start: try instant(words[index]), zone: try #require(Zone(identifier: words[index + 1]))))
        }
        return try #require(WallClock(history: segments))
    }

    private static func day(_ text: String) throws -> LocalDateTime { try #require(LocalDateTime(iso8601: text)) }

    @Test("the first zone also holds before its start, the last one without end")
    func ends() throws {
        let start = try WallClockTests.instant("2024-01-10T00:00:00Z")
        let tokyo = try #require(Zone(identifier: "Asia/Tokyo"))
        let clock = try #require(WallClock(history: [.init(start: start, zone: tokyo)]))
        for day in ["1990-05-01", "2024-01-09", "2024-01-10", "2024-01-11", "2090-05-01"] {
            let day = try WallClockTests.day(day)
            #expect(clock.instant(of: day) == tokyo.instant(of: day))
        }
        #expect(clock.offsetSeconds(at: .earliest) == tokyo.offsetSeconds(at: .earliest))
        #expect(WallClock(history: []) == nil)
    }

    @Test("a range of time has the zones that the clock follows in it, also the first one before its start")
    func zones() throws {
        let tokyo = try #require(Zone(identifier: "Asia/Tokyo"))
        let berlin = try #require(Zone(identifier: "Europe/Berlin"))
        let clock = try #require(
            WallClock(history: [
                .init(start: try WallClockTests.instant("2024-01-10T12:00:00Z"), zone: tokyo),
                .init(start: try WallClockTests.instant("2024-01-20T12:00:00Z"), zone: berlin),
            ]))
        for (start, end, zones) in [
            ("2024-01-01T00:00:00Z", "2024-01-02T00:00:00Z", ["Asia/Tokyo"]),
            ("2024-01-10T00:00:00Z", "2024-01-11T00:00:00Z", ["Asia/Tokyo"]),
            ("2024-01-01T00:00:00Z", "2024-01-20T12:00:00Z", ["Asia/Tokyo"]),
            ("2024-01-01T00:00:00Z", "2024-01-20T12:00:00.000001Z", ["Asia/Tokyo", "Europe/Berlin"]),
            ("2024-01-20T12:00:00Z", "2024-01-21T00:00:00Z", ["Europe/Berlin"]),
        ] {
            let found = clock.zones(from: try WallClockTests.instant(start), to: try WallClockTests.instant(end))
            #expect(found.map(\.identifier) == zones)
        }
    }
}
