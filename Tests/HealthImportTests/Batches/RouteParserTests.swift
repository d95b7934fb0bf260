import Testing

@testable import HealthImport

@Suite("Routes that apps post")
struct RouteParserTests {
    private func parse(_ type: String, _ points: Int, more: String = "") throws -> ParsedBatch {
        let point = """
            {"timestamp":"2024-05-01T10:00:00.123456Z","latitude":37.77770123456789,"longitude":-122.4260012345678,\
            "altitude":21.26940155029297,"horizontalAccuracy":2.409480094909668,"verticalAccuracy":1.678589940071106,\
            "speed":2.480340003967285,"course":-1}
            """
        let points = Array(repeating: point, count: points).joined(separator: ",")
        return try BatchParser.parse(
            Array(
                """
                {"samples": [{"uuid": "1b4e28ba-2fa1-41d2-883f-0016d3cca427", "type": "\(type)", \
                "startDate": "2024-05-01T10:00:00Z", "endDate": "2024-05-01T22:00:00Z", "source": {"name": "Phone"}, \
                "locations": [\(points)]\(more)}]}
                """.utf8))
    }

    @Test("a route of twelve hours with a point each second is one sample")
    func longRoute() throws {
        let parsed = try parse("HKWorkoutRouteTypeIdentifier", 43_200)
        #expect(parsed.rejected.isEmpty)
        let parts = try #require(parsed.batch.samples.first?.sample.parts)
        #expect(parts.count > 8 << 20)
        #expect(String(decoding: parts.prefix(200), as: UTF8.self).contains(#""latitude":37.77770123456789"#))
    }

    @Test("members longer than 15 MiB, or 4 MiB in a workout, are refused")
    func tooLong() throws {
        let tooLong = try parse("HKWorkoutRouteTypeIdentifier", 65_000)
        #expect(tooLong.rejected.map(\.refusal.code) == [.fieldTooLong])
        #expect(tooLong.rejected.map(\.refusal.field) == ["locations"])
        let workout = try parse("HKWorkoutTypeIdentifier", 20_000, more: #", "workoutActivityType": 37"#)
        #expect(workout.rejected.map(\.refusal.code) == [.fieldTooLong])
    }
}
