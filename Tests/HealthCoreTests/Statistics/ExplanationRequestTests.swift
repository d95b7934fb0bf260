import HealthCore
import Testing

@Suite("A request for an explanation")
struct ExplanationRequestTests {
    private static func parameters(_ timeZone: String) -> QuestionParameters {
        var parameters: QuestionParameters = [:]
        parameters[.type] = "stepCount"
        parameters[.timeZone] = timeZone
        parameters[.from] = "2024-05-01T00:00:00+09:00"
        parameters[.to] = "2024-05-01T02:00:00+09:00"
        return parameters
    }

    private static func question(
        _ parameters: QuestionParameters, bucket: String?
    ) throws -> ExplanationQuestion {
        var parameters = parameters
        parameters[.bucket] = bucket
        return try ExplanationQuestion(parameters, after: nil)
    }

    private static func request(
        _ parameters: QuestionParameters, bucket: String?, _ clock: WallClock? = nil
    ) throws -> ExplanationRequest {
        try question(parameters, bucket: bucket).request(PersonSettings(clock: clock))
    }

    @Test("on a person's clock that nobody has read is refused only for what is wrong on every clock")
    func unreadClock() throws {
        var parameters = Self.parameters("person")
        parameters[.interval] = "hour"
        let tokyo = try #require(Zone(identifier: "Asia/Tokyo"))
        let clock = try #require(WallClock(history: [.init(start: .earliest, zone: tokyo)]))
        // In UTC, this bucket is after the range. In the person's zone, it is the first bucket of
        // the range.
        _ = try Self.question(parameters, bucket: "2024-05-01")
        let request = try Self.request(parameters, bucket: "2024-05-01", clock)
        #expect(request.plan.edges.map(request.clock.rfc3339).first == "2024-05-01T00:00:00+09:00")
        // In UTC, this time is in the range. In the person's zone, it is before the range.
        _ = try Self.question(parameters, bucket: "2024-04-30T15:30")
        #expect(
            refusal { try Self.request(parameters, bucket: "2024-04-30T15:30", clock) } == "bucket outOfRange")
        for far in ["2024-04-27", "2024-05-04"] {
            #expect(refusal { try Self.question(parameters, bucket: far) } == "bucket outOfRange", "\(far)")
        }
    }

    @Test(
        "without an interval takes nothing that says where buckets lie",
        arguments: [
            ("anchor", "2024-01-01"), ("anchor", "monday"), ("firstWeekday", "1"), ("firstWeekday", "9"),
            ("dayStart", "04:00"), ("dayStart", "x"),
        ])
    func gridWithoutInterval(_ name: String, _ text: String) throws {
        var parameters = Self.parameters("UTC")
        _ = try Self.request(parameters, bucket: nil)
        switch name {
        case "anchor": parameters[.anchor] = text
        case "firstWeekday": parameters[.firstWeekday] = text
        default: parameters[.dayStart] = text
        }
        let error = #expect(throws: ParameterError.self) { try Self.request(parameters, bucket: nil) }
        #expect(error?.parameter == "interval" && error?.code == .missing)
        #expect(error?.message == "\(name) needs an interval")
    }
}
