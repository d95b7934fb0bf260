import HealthCore
import Testing

/// Tests the parameters of a request, and the windows of its nights.
@Suite struct SleepRequestTests {
    private func parameters(
        _ from: String, _ to: String, in timeZone: String = "UTC",
        _ change: (inout QuestionParameters) -> Void = { _ in }
    ) -> QuestionParameters {
        var parameters: QuestionParameters = [:]
        (parameters[.from], parameters[.to], parameters[.timeZone]) = (from, to, timeZone)
        change(&parameters)
        return parameters
    }

    /// Returns texts such as `2024-05-02 2024-05-01T18:00:00+02:00 2024-05-02T18:00:00+02:00`.
    private func nights(_ parameters: QuestionParameters, clock: WallClock? = nil) throws -> [String] {
        let request = try SleepQuestion(parameters).request(PersonSettings(clock: clock))
        return request.windows.map { window in
            "\(window.date.iso8601) \(request.clock.rfc3339(window.start)) \(request.clock.rfc3339(window.end))"
        }
    }

    private func hours(_ window: SleepWindow) -> Int64 {
        (window.end.microseconds - window.start.microseconds) / 3_600_000_000
    }

    @Test("the date of a night is the day on which it ends, or that on which it begins")
    func attribution() throws {
        #expect(
            try nights(parameters("2024-05-02", "2024-05-04")) == [
                "2024-05-02 2024-05-01T18:00:00Z 2024-05-02T18:00:00Z",
                "2024-05-03 2024-05-02T18:00:00Z 2024-05-03T18:00:00Z",
            ])
        let startDay = parameters("2024-05-02", "2024-05-03") {
            $0[.attribution] = "startDay"
            $0[.nightStart] = "20:30"
        }
        #expect(try nights(startDay) == ["2024-05-02 2024-05-02T20:30:00Z 2024-05-03T20:30:00Z"])
    }

    @Test("the nights on which clocks change have 23 and 25 hours, and their morning is at 09:00 on the clock")
    func daylightSaving() throws {
        for (date, next, length, morning) in [
            ("2024-03-31", "2024-04-01", 23, "2024-03-31T09:00:00+02:00"),
            ("2024-10-27", "2024-10-28", 25, "2024-10-27T09:00:00+01:00"),
            ("2024-05-02", "2024-05-03", 24, "2024-05-02T09:00:00+02:00"),
        ] as [(String, String, Int64, String)] {
            let request = try SleepQuestion(parameters(date, next, in: "Europe/Berlin")).request(PersonSettings())
            let window = try #require(request.windows.first)
            #expect(hours(window) == length)
            #expect(request.clock.rfc3339(window.lateStart) == morning)
            #expect(request.clock.rfc3339(window.start).contains("T18:00:00"))
            #expect(request.clock.rfc3339(window.end).contains("T18:00:00"))
        }
    }

    @Test("on the person's own clock a night follows the person, and every instant is in one night")
    func personClock() throws {
        // The person flies to New York at noon in Berlin on 2 May, so that day is six hours longer.
        let (berlin, newYork) = (Zone(identifier: "Europe/Berlin"), Zone(identifier: "America/New_York"))
        let flight = try #require(Instant(rfc3339: "2024-05-02T10:00:00Z"))
        let history: [WallClock.Segment] = [
            .init(start: .earliest, zone: try #require(berlin)), .init(start: flight, zone: try #require(newYork)),
        ]
        let clock = try #require(WallClock(history: history))
        let person = parameters("2024-05-02", "2024-05-04", in: "person")
        #expect(
            try nights(person, clock: clock) == [
                "2024-05-02 2024-05-01T18:00:00+02:00 2024-05-02T18:00:00-04:00",
                "2024-05-03 2024-05-02T18:00:00-04:00 2024-05-03T18:00:00-04:00",
            ])
        let request = try SleepQuestion(person).request(PersonSettings(clock: clock))
        #expect(request.windows.map(hours) == [30, 24])
        #expect(request.clock.name == "person")
        #expect(refusal { try SleepQuestion(person).request(PersonSettings()) } == "timeZone noTimeZoneHistory")
    }

    @Test("a day that the clock skipped has no night")
    func skippedDay() throws {
        // Samoa had no 30 December 2011.
        let whole = parameters("2011-12-29", "2012-01-01", in: "Pacific/Apia") {
            $0[.nightStart] = "00:00"
            $0[.attribution] = "startDay"
        }
        #expect(
            try SleepQuestion(whole).request(PersonSettings()).windows.map(\.date.iso8601) == [
                "2011-12-29", "2011-12-31",
            ])
        let evening = try SleepQuestion(parameters("2011-12-30", "2012-01-01", in: "Pacific/Apia")).request(
            PersonSettings()
        ).windows
        #expect(evening.map(hours) == [6, 18])
        #expect(evening[0].end == evening[1].start)
        let nothing = parameters("2011-12-30", "2011-12-31", in: "Pacific/Apia") {
            $0[.nightStart] = "00:00"
            $0[.attribution] = "startDay"
        }
        #expect(try SleepQuestion(nothing).request(PersonSettings()).windows.isEmpty)
    }

    @Test("parameters that are not given have their defaults")
    func defaults() throws {
        let request = try SleepQuestion(parameters("2024-05-02", "2024-05-03")).request(PersonSettings())
        #expect(request.nightStart == "18:00" && request.attribution == .wakingDay)
        #expect(request.longestGap == minutes(60) && !request.listsSegments && !request.omitsEmptyNights)
        let given = try SleepQuestion(
            parameters("2024-05-02", "2024-05-03") {
                $0[.sessionGap] = "720"
                $0[.segments] = "true"
                $0[.fill] = "omit"
            }
        ).request(PersonSettings())
        #expect(given.longestGap == minutes(720) && given.listsSegments && given.omitsEmptyNights)
    }

    @Test("4,000 nights are allowed, one more is not")
    func nightsMax() throws {
        #expect(
            try SleepQuestion(parameters("2010-01-01", "2020-12-14")).request(PersonSettings()).windows.count
                == SleepRequest.nightsMax)
        #expect(throws: ParameterError(.rangeTooLong, "to", "the range has 4001 nights; at most 4000 are allowed")) {
            try SleepQuestion(parameters("2010-01-01", "2020-12-15")).request(PersonSettings())
        }
        #expect(throws: ParameterError.self) {
            try SleepQuestion(parameters("0001-01-01", "9999-12-31")).request(PersonSettings())
        }
    }

    @Test("the first and the last day of the calendar have nights")
    func ends() throws {
        #expect(try SleepQuestion(parameters("0001-01-01", "0001-01-03")).request(PersonSettings()).windows.count == 2)
        #expect(try SleepQuestion(parameters("9999-12-30", "9999-12-31")).request(PersonSettings()).windows.count == 1)
    }

    @Test("every error names its parameter")
    func mistakes() {
        typealias Change = (inout QuestionParameters) -> Void
        let cases: [(String, ParameterError.Code, Change)] = [
            ("from", .missing, { $0[.from] = nil }), ("from", .missing, { $0[.from] = "" }),
            ("from", .malformed, { $0[.from] = "2024-05-02T00:00" }),
            ("from", .malformed, { $0[.from] = "2024-02-30" }),
            ("to", .missing, { $0[.to] = nil }), ("to", .malformed, { $0[.to] = "tomorrow" }),
            ("to", .emptyRange, { $0[.to] = "2024-05-02" }), ("to", .emptyRange, { $0[.to] = "2024-05-01" }),
            ("timeZone", .missing, { $0[.timeZone] = nil }), ("timeZone", .unknownTimeZone, { $0[.timeZone] = "PST" }),
            ("nightStart", .malformed, { $0[.nightStart] = "24:00" }),
            ("attribution", .malformed, { $0[.attribution] = "wakingday" }),
            ("sessionGap", .outOfRange, { $0[.sessionGap] = "0" }),
            ("sessionGap", .outOfRange, { $0[.sessionGap] = "721" }),
            ("sessionGap", .malformed, { $0[.sessionGap] = "1.5" }),
            ("segments", .malformed, { $0[.segments] = "yes" }), ("fill", .malformed, { $0[.fill] = "0" }),
        ]
        for (name, code, change) in cases {
            let wrong = parameters("2024-05-02", "2024-05-03", in: "UTC", change)
            #expect(refusal { try SleepQuestion(wrong).request(PersonSettings()) } == "\(name) \(code)")
        }
    }
}
