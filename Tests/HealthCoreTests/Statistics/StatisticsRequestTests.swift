import HealthCore
import Testing

@Suite("A statistics request")
struct StatisticsRequestTests {
    /// A request without a fault. Tests insert a fault.
    private static let good: QuestionParameters = {
        var parameters: QuestionParameters = [:]
        parameters[.type] = "stepCount"
        parameters[.interval] = "day"
        parameters[.timeZone] = "Europe/Berlin"
        parameters[.from] = "2024-03-01"
        parameters[.to] = "2024-04-01"
        return parameters
    }()

    /// A fault and the expected error.
    struct Fault: Sendable, CustomTestStringConvertible {
        var change: @Sendable (inout QuestionParameters) -> Void
        var parameter: String
        var code: ParameterError.Code
        var testDescription: String

        init(
            _ path: QuestionParameter, _ text: String?, _ parameter: String,
            _ code: ParameterError.Code
        ) {
            change = { $0[path] = text }
            self.parameter = parameter
            self.code = code
            testDescription = "\(parameter) = \(text?.prefix(60) ?? "nothing")"
        }

        /// Compares the error with the expected one.
        func check(_ shape: StatisticsQuestion.Shape = .collection) {
            var parameters = StatisticsRequestTests.good
            change(&parameters)
            let found = refusal { try StatisticsQuestion(parameters, shape).request(PersonSettings()) }
            #expect(found == "\(parameter) \(code)", "\(testDescription)")
        }
    }

    @Test("without fault is taken")
    func good() throws {
        let request = try StatisticsQuestion(StatisticsRequestTests.good).request(PersonSettings())
        #expect(request.plan.bucketCount == 31)
        #expect(request.quantities.map(\.options) == [[.cumulativeSum, .mostRecent, .duration]])
        #expect(
            try StatisticsQuestion(StatisticsRequestTests.good, .single).request(PersonSettings()).plan.bucketCount == 1
        )
    }

    @Test("on a person's clock that nobody has read is refused only for what is wrong on every clock")
    func unreadClock() throws {
        var parameters = StatisticsRequestTests.good
        parameters[.timeZone] = "person"
        parameters[.interval] = "minute"
        parameters[.from] = "2024-05-01T12:00:00Z"
        parameters[.to] = "2024-05-01T10:00"
        _ = try StatisticsQuestion(parameters)
        let zone = try #require(Zone(identifier: "America/Los_Angeles"))
        let clock = try #require(WallClock(history: [.init(start: .earliest, zone: zone)]))
        #expect(try StatisticsQuestion(parameters).request(PersonSettings(clock: clock)).plan.bucketCount == 5 * 60)
        let kiritimati = try #require(Zone(identifier: "Pacific/Kiritimati"))
        let east = try #require(WallClock(history: [.init(start: .earliest, zone: kiritimati)]))
        #expect(throws: ParameterError.self) { try StatisticsQuestion(parameters).request(PersonSettings(clock: east)) }
        // The number of buckets depends on the person's zone. Before the zone is known, a question
        // is refused only if it has too many buckets in every zone. 69 days and 14 hours have too
        // many minutes.
        parameters[.to] = "2024-07-10T00:00"
        #expect(throws: ParameterError.self) {
            try StatisticsQuestion(parameters).request(PersonSettings(clock: clock))
        }
        parameters[.to] = "2024-07-09T20:00"
        _ = try StatisticsQuestion(parameters)
        parameters[.to] = "2024-09-01T00:00"
        let tooMany = #expect(throws: ParameterError.self) { try StatisticsQuestion(parameters) }
        #expect(tooMany?.message.hasSuffix("at most 100000 are allowed") == true)
        parameters[.to] = "2024-04-20"
        #expect(throws: ParameterError.self) { try StatisticsQuestion(parameters) }
    }

    private static let rangeFaults: [Fault] = [
        Fault(.timeZone, nil, "timeZone", .missing), Fault(.timeZone, "", "timeZone", .missing),
        Fault(.timeZone, "Europe/Atlantis", "timeZone", .unknownTimeZone),
        Fault(.timeZone, "+02:00", "timeZone", .unknownTimeZone),
        Fault(.timeZone, String(repeating: "A/", count: 100_000), "timeZone", .unknownTimeZone),
        Fault(.from, nil, "from", .missing), Fault(.to, nil, "to", .missing),
        Fault(.from, "2024-03-01T24:00", "from", .malformed), Fault(.from, "0000-01-01", "from", .malformed),
        Fault(.to, "10000-01-01", "to", .malformed), Fault(.to, "2024-04-31", "to", .malformed),
        Fault(.to, "2024-04-01T00:00:00 02:00", "to", .malformed),
        Fault(.to, "2024-03-01", "to", .emptyRange), Fault(.to, "2024-02-29T23:00:00Z", "to", .emptyRange),
        Fault(.from, "1800-01-01", "to", .rangeTooLong), Fault(.to, "9999-12-31", "to", .rangeTooLong),
    ]

    private static let quantityFaults: [Fault] = [
        Fault(.type, nil, "type", .missing), Fault(.type, "", "type", .missing),
        Fault(.type, "stepcount", "type", .unknownType), Fault(.type, "sleepAnalysis", "type", .wrongKind),
        Fault(.unit, "furlongs", "unit", .unknownUnit),
        Fault(.unit, String(repeating: "(", count: 100_000), "unit", .unknownUnit),
        Fault(.unit, "km", "unit", .incompatibleUnit), Fault(.options, "", "options", .malformed),
        Fault(.options, "cumulativeSum, mostRecent", "options", .malformed),
        Fault(.options, "cumulativeSum,discreteMax", "options", .incompatibleOption),
        Fault(.types, "heartRate", "types", .malformed), Fault(.fill, "zero", "fill", .malformed),
        Fault(.separateBySource, "yes", "separateBySource", .malformed),
        Fault(.strictStartDate, "1", "strictStartDate", .malformed),
        Fault(.strictEndDate, "True", "strictEndDate", .malformed),
    ]

    @Test(
        "names the parameter that is wrong, whether it asks for buckets or not", arguments: rangeFaults + quantityFaults
    )
    func faults(_ fault: Fault) {
        fault.check(.collection)
        fault.check(.single)
    }

    @Test(
        "names the parameter of its buckets that is wrong",
        arguments: [
            Fault(.interval, nil, "interval", .missing), Fault(.interval, "0day", "interval", .malformed),
            Fault(.interval, "1.5hour", "interval", .malformed),
            Fault(.interval, "10001day", "interval", .malformed),
            Fault(.interval, "9223372036854775807year", "interval", .malformed),
            Fault(.interval, "٣day", "interval", .malformed), Fault(.interval, "fortnight", "interval", .malformed),
            Fault(.interval, "7", "interval", .malformed), Fault(.interval, "2  days", "interval", .malformed),
            Fault(.anchor, "", "anchor", .malformed), Fault(.anchor, "2024-02-30", "anchor", .malformed),
            Fault(.anchor, "2024-01-01T00:00:00Z", "anchor", .malformed),
            Fault(.dayStart, "24:00", "dayStart", .malformed), Fault(.dayStart, "4:00", "dayStart", .malformed),
            Fault(.dayStart, "04:00:00", "dayStart", .malformed),
            Fault(.firstWeekday, "0", "firstWeekday", .outOfRange),
            Fault(.firstWeekday, "8", "firstWeekday", .outOfRange),
            Fault(.firstWeekday, "+1", "firstWeekday", .malformed),
            Fault(.firstWeekday, "99999999999999999999", "firstWeekday", .malformed),
        ])
    func bucketFaults(_ fault: Fault) {
        fault.check()
    }

    @Test("takes an anchor, or a start of the day and a first weekday, not both")
    func anchorAndDayStart() throws {
        var parameters = StatisticsRequestTests.good
        parameters[.dayStart] = "04:00"
        let request = try StatisticsQuestion(parameters).request(PersonSettings())
        #expect(request.clock.localDateTime(at: request.plan.edges[1]).iso8601 == "2024-03-01T04:00:00")
        parameters[.anchor] = "2024-01-01"
        #expect(refusal { try StatisticsQuestion(parameters).request(PersonSettings()) } == "dayStart malformed")
        parameters[.dayStart] = nil
        parameters[.firstWeekday] = "7"
        #expect(refusal { try StatisticsQuestion(parameters).request(PersonSettings()) } == "firstWeekday malformed")
    }

    // MARK: Several types

    private func error(types: String, options: String? = nil) -> ParameterError? {
        var parameters = StatisticsRequestTests.good
        parameters[.type] = nil
        parameters[.types] = types
        parameters[.options] = options
        return #expect(throws: ParameterError.self) { try StatisticsQuestion(parameters).request(PersonSettings()) }
    }

    @Test("of several types names no type twice, none without a name and at most fifty")
    func types() throws {
        let names = Catalogue.sampleTypes.filter { $0.kind == .quantity }.map(\.shortName)
        let cases: [(types: String, expected: String)] = [
            ("", "types unknownType"), ("stepCount,", "types unknownType"), (",stepCount", "types unknownType"),
            ("stepCount,,heartRate", "types unknownType"),
            (String(repeating: ",", count: 100_000), "types unknownType"), ("stepCount,stepCount", "types repeated"),
            ("stepCount,heartRate,HKQuantityTypeIdentifierStepCount", "types repeated"),
            (Array(repeating: "stepCount", count: 100_000).joined(separator: ","), "types repeated"),
            (names.prefix(51).joined(separator: ","), "types outOfRange"),
            ("stepCount,sleepAnalysis", "types wrongKind"),
        ]
        var parameters = StatisticsRequestTests.good
        parameters[.type] = nil
        for (types, expected) in cases {
            parameters[.types] = types
            let found = refusal { try StatisticsQuestion(parameters).request(PersonSettings()) }
            #expect(found == expected, "\(types.prefix(60))")
        }
        parameters[.types] = names.prefix(50).joined(separator: ",")
        #expect(
            try StatisticsQuestion(parameters).request(PersonSettings()).quantities.map(\.type.shortName)
                == Array(names.prefix(50)))
    }

    @Test("shares its buckets among its types")
    func bucketsOfAllTypes() throws {
        var parameters = StatisticsRequestTests.good
        parameters[.type] = nil
        parameters[.types] = "stepCount,heartRate"
        parameters[.interval] = "minute"
        parameters[.timeZone] = "UTC"
        parameters[.from] = "2024-01-01"
        // The range has 50,000 minutes, which is half of the limit of one type.
        parameters[.to] = "2024-02-04T17:20"
        #expect(try StatisticsQuestion(parameters).request(PersonSettings()).plan.bucketCount == 50_000)
        parameters[.to] = "2024-02-04T17:21"
        let error = #expect(throws: ParameterError.self) {
            try StatisticsQuestion(parameters).request(PersonSettings())
        }
        #expect(error?.parameter == "interval")
        #expect(error?.message == "the range would need 50001 buckets; at most 50000 are allowed")
    }

    // MARK: Options

    @Test("names the option and the type that do not belong together")
    func incompatibleOptions() {
        for (type, option) in [
            ("stepCount", "discreteAverage"), ("heartRate", "cumulativeSum"),
        ] {
            for options in [option, "mostRecent,\(option)", "\(option),separateBySource"] {
                var parameters = StatisticsRequestTests.good
                parameters[.type] = type
                parameters[.options] = options
                let error = #expect(throws: ParameterError.self) {
                    try StatisticsQuestion(parameters).request(PersonSettings())
                }
                #expect(error?.code == .incompatibleOption)
                #expect(error?.parameter == "options")
                #expect(error?.message.contains(option) == true)
                #expect(error?.message.contains(type) == true)
            }
        }
        // If several types are requested, the error names the type that does not have the figure.
        let several = error(types: "stepCount,heartRate", options: "cumulativeSum")
        #expect(several?.parameter == "options")
        #expect(several?.message.contains("heartRate") == true)
    }

    // MARK: The last buckets

    @Test("for the last buckets ends with the one that holds the newest sample, on the clock of the question")
    func lastBuckets() throws {
        var parameters = StatisticsRequestTests.good
        parameters[.timeZone] = "person"
        parameters[.interval] = "day"
        let question = try StatisticsQuestion(parameters)
        let newest = try #require(Instant(rfc3339: "2024-05-10T20:00:00Z"))
        let tokyo = try #require(Zone(identifier: "Asia/Tokyo"))
        let clock = try #require(WallClock(history: [.init(start: .earliest, zone: tokyo)]))
        let request = try question.request(last: 3, upTo: newest, PersonSettings(clock: clock))
        #expect(
            request.plan.edges.map(clock.rfc3339) == [
                "2024-05-09T00:00:00+09:00", "2024-05-10T00:00:00+09:00", "2024-05-11T00:00:00+09:00",
                "2024-05-12T00:00:00+09:00",
            ])
        #expect(request.range == SampleRange(from: request.plan.edges[0], to: request.plan.edges[3]))
        // Without a clock, the person's zone is unknown. Then neither a request for the last
        // buckets nor a request for a range is possible.
        let unknown = "timeZone noTimeZoneHistory"
        #expect(refusal { try question.request(last: 3, upTo: newest, PersonSettings()) } == unknown)
        #expect(refusal { try question.request(PersonSettings()) } == unknown)
    }

    @Test("for the last buckets of many years is as long as a range may be, around the newest sample")
    func lastLongBuckets() throws {
        var parameters = StatisticsRequestTests.good
        parameters[.interval] = "9999year"
        for newest in [Instant.earliest, .latest, try #require(Instant(rfc3339: "2024-05-10T20:00:00Z"))] {
            let request = try StatisticsQuestion(parameters).request(last: 9, upTo: newest, PersonSettings())
            #expect(request.range.from <= newest && newest <= request.range.to)
            #expect(
                request.range.to.microseconds - request.range.from.microseconds <= SampleRange.microsecondsMax)
        }
    }

    // MARK: Far too much

    @Test("that would need too many buckets says how many, without making them")
    func tooManyBuckets() {
        for (from, to, interval, asked) in [
            ("1990-01-01", "2024-01-01", "minute", 17_881_920), ("1900-01-01", "2024-01-01", "hour", 1_086_960),
            ("2001-01-01", "2200-01-01", "minute", 104_663_520),
        ] {
            var parameters = StatisticsRequestTests.good
            parameters[.timeZone] = "UTC"
            (parameters[.from], parameters[.to], parameters[.interval]) = (from, to, interval)
            let error = #expect(throws: ParameterError.self) {
                try StatisticsQuestion(parameters).request(PersonSettings())
            }
            #expect(error?.code == .tooManyBuckets)
            #expect(error?.parameter == "interval")
            #expect(error?.message.contains("\(asked) buckets") == true, "\(error?.message ?? "")")
            #expect(error?.message.contains("100000") == true)
        }
    }

    @Test("may lie at either end of time, with anchors at the other", arguments: BucketInterval.Unit.allCases)
    func endsOfTime(_ unit: BucketInterval.Unit) throws {
        for zone in ["UTC", "Pacific/Kiritimati", "America/Los_Angeles", "Asia/Manila"] {
            for (from, anchor) in [("0001-01-01", "9999-12-31T23:59:59"), ("9999-12-31T23:00", "0001-01-01")] {
                for count in ["1", "7", "10000"] {
                    var parameters = StatisticsRequestTests.good
                    parameters[.timeZone] = zone
                    parameters[.from] = from
                    parameters[.to] = from.replacing(":00", with: ":59").replacing("0001-01-01", with: "0001-01-02")
                    parameters[.anchor] = anchor
                    parameters[.interval] = count + unit.rawValue
                    let request = try StatisticsQuestion(parameters).request(PersonSettings())
                    let edges = request.plan.edges
                    #expect(try #require(edges.first) <= request.range.from)
                    #expect(try #require(edges.last) >= request.range.to)
                    #expect(zip(edges, edges.dropFirst()).allSatisfy { $0 < $1 })
                }
            }
        }
    }
}
