import HealthCore
import Testing

@Suite struct WorkoutRequestTests {
    private typealias Field = QuestionParameter

    private func request(_ fields: [(Field, String)]) throws -> WorkoutRequest {
        var parameters: QuestionParameters = [:]
        for (field, text) in fields { parameters[field] = text }
        return try WorkoutQuestion(parameters).request(PersonSettings())
    }

    @Test("no parameters mean every workout, the newest first, without statistics, in UTC")
    func defaults() throws {
        let request = try request([])
        #expect(request.range == nil && request.activityType == nil && request.quantities == nil)
        #expect(request.limit == 100 && !request.isAscending && request.clock == .utc)
    }

    @Test("a range may be open on either side, and local times are read on the clock")
    func ranges() throws {
        let from = try request([(.from, "2024-05-01"), (.timeZone, "Europe/Berlin")])
        #expect(from.range?.from == Instant(rfc3339: "2024-04-30T22:00:00Z") && from.range?.to == .latest)
        let to = try request([(.to, "2024-05-01T10:00:00+02:00")])
        #expect(to.range?.from == .earliest && to.range?.to == Instant(rfc3339: "2024-05-01T08:00:00Z"))
    }

    @Test("an activity is named by its case, its constant or its raw value")
    func activities() throws {
        for text in ["running", "HKWorkoutActivityTypeRunning", "37"] {
            #expect(try request([(.activityType, text)]).activityType == 37)
        }
    }

    @Test("every error names its parameter")
    func errors() throws {
        let faults: [(fields: [(Field, String)], parameter: String, code: ParameterError.Code)] = [
            ([(.from, "yesterday")], "from", .malformed), ([(.from, "")], "from", .malformed),
            ([(.to, "2024-13-01")], "to", .malformed),
            ([(.from, "2024-05-01"), (.to, "2024-05-01")], "to", .emptyRange),
            ([(.timeZone, "PST")], "timeZone", .unknownTimeZone), ([(.timeZone, "")], "timeZone", .missing),
            ([(.activityType, "flying")], "activityType", .malformed),
            ([(.activityType, "99999999999")], "activityType", .malformed),
            ([(.types, "")], "types", .missing), ([(.types, "heartRate,")], "types", .unknownType),
            ([(.types, "heartRate,heartRate")], "types", .repeated),
            ([(.types, "sleepAnalysis")], "types", .wrongKind),
            ([(.limit, "0")], "limit", .outOfRange), ([(.limit, "1001")], "limit", .outOfRange),
            ([(.limit, "ten")], "limit", .malformed),
            ([(.limit, "101"), (.types, "heartRate")], "limit", .outOfRange),
            ([(.order, "asc")], "order", .malformed),
        ]
        for fault in faults {
            #expect(refusal { try request(fault.fields) } == "\(fault.parameter) \(fault.code)", "\(fault)")
        }
    }

    @Test("the limits themselves are allowed")
    func limits() throws {
        #expect(try request([(.limit, "1")]).limit == 1)
        #expect(try request([(.limit, "1000"), (.order, "ascending")]).limit == 1_000)
        #expect(try request([(.limit, "100"), (.types, "heartRate,stepCount")]).quantities?.count == 2)
    }
}
