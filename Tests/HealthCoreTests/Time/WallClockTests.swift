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

    /// The journeys of a person, and the starts of days on them.
    private static let travels: [(clock: String, days: [(String, String)])] = [
        // Noon in Tokyo is seven in the evening of the previous day in Los Angeles, so the day has
        // 41 hours.
        (
            "Asia/Tokyo 2024-01-10T03:00:00Z America/Los_Angeles",
            [
                ("2024-01-09", "2024-01-08T15:00:00Z"), ("2024-01-10", "2024-01-09T15:00:00Z"),
                ("2024-01-11", "2024-01-11T08:00:00Z"), ("2024-01-12", "2024-01-12T08:00:00Z"),
            ]
        ),
        // Noon in Los Angeles is five in the next morning in Tokyo, so the days have 12 and 19
        // hours.
        (
            "America/Los_Angeles 2024-01-10T20:00:00Z Asia/Tokyo",
            [
                ("2024-01-10", "2024-01-10T08:00:00Z"), ("2024-01-11", "2024-01-10T20:00:00Z"),
                ("2024-01-12", "2024-01-11T15:00:00Z"),
            ]
        ),
        // The person crosses the date line half an hour before midnight, which skips a day. The
        // zones are 26 hours apart.
        (
            "Etc/GMT+12 2024-01-10T11:30:00Z Pacific/Kiritimati",
            [
                ("2024-01-09", "2024-01-09T12:00:00Z"), ("2024-01-10", "2024-01-10T11:30:00Z"),
                ("2024-01-11", "2024-01-10T11:30:00Z"), ("2024-01-12", "2024-01-11T10:00:00Z"),
            ]
        ),
        // The person goes back, which makes the longest possible day of 50 hours.
        (
            "Pacific/Kiritimati 2024-01-10T11:30:00Z Etc/GMT+12",
            [("2024-01-11", "2024-01-10T10:00:00Z"), ("2024-01-12", "2024-01-12T12:00:00Z")]
        ),
        // At exactly midnight, the clock already shows the new zone. If the new zone is to the
        // east, the day begins then. If it is to the west, the day begins later.
        ("Europe/Berlin 2024-01-09T23:00:00Z Asia/Tokyo", [("2024-01-10", "2024-01-09T23:00:00Z")]),
        ("Asia/Tokyo 2024-01-09T15:00:00Z America/Los_Angeles", [("2024-01-10", "2024-01-10T08:00:00Z")]),
        (
            "Asia/Tokyo 2024-01-09T15:00:00.000001Z America/Los_Angeles",
            [("2024-01-10", "2024-01-09T15:00:00Z"), ("2024-01-11", "2024-01-11T08:00:00Z")]
        ),
        // The person goes to another zone and back within an hour around midnight. The day begins
        // once, at the first midnight.
        (
            "Europe/London 2024-01-09T23:30:00Z Europe/Paris 2024-01-09T23:45:00Z Europe/London",
            [("2024-01-10", "2024-01-09T23:30:00Z"), ("2024-01-11", "2024-01-11T00:00:00Z")]
        ),
        // Samoa skips 2011-12-30. A person who arrives on the next day does not have that day
        // either.
        (
            "Pacific/Apia",
            [
                ("2011-12-29", "2011-12-29T10:00:00Z"), ("2011-12-30", "2011-12-30T10:00:00Z"),
                ("2011-12-31", "2011-12-30T10:00:00Z"), ("2012-01-01", "2011-12-31T10:00:00Z"),
            ]
        ),
        (
            "Pacific/Pago_Pago 2011-12-30T11:00:00Z Pacific/Apia",
            [
                ("2011-12-30", "2011-12-30T11:00:00Z"), ("2011-12-31", "2011-12-30T11:00:00Z"),
                ("2012-01-01", "2011-12-31T10:00:00Z"),
            ]
        ),
    ]

    @Test("a day begins at the first instant at which the carried clock has reached its midnight", arguments: travels)
    func days(clock: String, days: [(String, String)]) throws {
        let clock = try WallClockTests.clock(clock)
        for (day, start) in days {
            #expect(clock.instant(of: try WallClockTests.day(day)).rfc3339 == start, "\(day)")
        }
    }

    @Test("a wall clock that occurs twice in a zone is reached the second time by a person who arrives in between")
    func repeatedHour() throws {
        // At 01:00Z Berlin's clock goes back from 03:00 to 02:00.
        let half = try WallClockTests.day("2024-10-27T02:30")
        let berlin = try #require(Zone(identifier: "Europe/Berlin"))
        for (lower, reached) in [
            ("2024-10-26T00:00:00Z", "2024-10-27T00:30:00Z"), ("2024-10-27T00:30:00Z", "2024-10-27T00:30:00Z"),
            ("2024-10-27T00:30:00.000001Z", "2024-10-27T00:30:00.000001Z"),
            ("2024-10-27T00:59:59.999999Z", "2024-10-27T00:59:59.999999Z"),
            ("2024-10-27T01:00:00Z", "2024-10-27T01:30:00Z"), ("2024-10-27T01:29:59.5Z", "2024-10-27T01:30:00Z"),
            ("2024-10-27T01:30:00Z", "2024-10-27T01:30:00Z"), ("2024-10-30T00:00:00.25Z", "2024-10-30T00:00:00.25Z"),
        ] {
            #expect(
                berlin.instant(of: half, notBefore: try WallClockTests.instant(lower)).rfc3339 == reached, "\(lower)")
        }
        let clock = try WallClockTests.clock("UTC 2024-10-27T01:00:00Z Europe/Berlin")
        #expect(clock.instant(of: half).rfc3339 == "2024-10-27T01:30:00Z")
        #expect(clock.rfc3339(clock.instant(of: half)) == "2024-10-27T02:30:00+01:00")
    }

    @Test("a wall clock that a zone skips is reached at the jump, also by a person who arrives at that instant")
    func missingHour() throws {
        // At 01:00Z Berlin's clock goes on from 02:00 to 03:00.
        for text in [
            "Europe/Berlin", "UTC 2024-03-31T01:00:00Z Europe/Berlin", "UTC 2024-03-31T00:59:59Z Europe/Berlin",
        ] {
            let clock = try WallClockTests.clock(text)
            let reached = clock.instant(of: try WallClockTests.day("2024-03-31T02:30")).rfc3339
            #expect(reached == "2024-03-31T01:00:00Z", "\(text)")
        }
        let late = try WallClockTests.clock("UTC 2024-03-31T01:00:00.5Z Europe/Berlin")
        #expect(late.instant(of: try WallClockTests.day("2024-03-31T02:30")).rfc3339 == "2024-03-31T01:00:00.5Z")
    }

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
