import Foundation
import HealthDatabase
import Postgres
import TestSupport
import Testing

/// Compares the functions for analysts with the answers of the API about the same data.
@Suite struct AnalysisEqualsAPITests {
    private typealias Object = [String: Any]

    /// The types of all styles of aggregation, with their units.
    private static let types = [
        ("stepCount", "count"), ("bodyMass", "kg"), ("heartRate", "count/min"),
        ("environmentalAudioExposure", "dBASPL"),
    ]

    /// Samples of two sources over sixteen days, and overlapping workouts.
    private static func fill(_ served: ServedStore, _ token: String) async throws {
        let zero = try #require(ISO8601DateFormatter().date(from: "2024-03-23T23:00:00Z"))
        func time(_ minutes: Int) -> String {
            zero.addingTimeInterval(Double(minutes) * 60).formatted(Date.ISO8601FormatStyle())
        }
        var samples: [Object] = []
        for number in 0..<1_200 {
            let (type, unit) = types[number % 4]
            let start = number * 19 % (16 * 1_440)
            // No samples of one weekday.
            guard (start / 1_440) % 7 != 3 else { continue }
            samples.append([
                "uuid": UUID().uuidString, "type": type, "unit": unit, "value": 40 + number * 31 % 97,
                "startDate": time(start), "endDate": time(start + (number % 3) * 25),
                "source": ["name": number % 5 == 0 ? "Watch" : "Phone"],
            ])
        }
        for number in 0..<30 {
            samples.append([
                "uuid": UUID().uuidString, "type": "workout", "workoutActivityType": "running",
                "startDate": time(number * 700), "endDate": time(number * 700 + 30 + number % 4 * 300),
                "source": ["name": "Watch"],
            ])
        }
        let answer = try await served.post(["samples": samples], token: token)
        #expect(answer.status == 200 && answer.body.contains("\"rejected\":[]"), "\(answer.body.prefix(300))")
    }

    private static func isClose(_ left: Any?, _ right: Double?) -> Bool {
        guard let left = left as? Double, let right else { return !(left is Double) && right == nil }
        return abs(left - right) <= 1e-9 * max(abs(left), abs(right))
    }

    @Test("weekdays are those of /v1/statistics-pattern, across a change of the clock")
    func weekdays() async throws {
        try await ServedStore.withAda { served, token in
            try await Self.fill(served, token)
            let session = try Session(conninfo: served.conninfo)
            for (type, _) in Self.types {
                for (zone, first) in [("Europe/Berlin", 1), ("America/New_York", 7)] {
                    let answer = try await served.get(
                        "/v1/statistics-pattern",
                        [
                            ("type", type), ("timeZone", zone), ("from", "2024-03-24"), ("to", "2024-04-08"),
                            ("by", "dayOfWeek"), ("firstWeekday", "\(first)"),
                        ], token: token)
                    let parts = try #require(try answer.object["parts"] as? [Object], "\(answer.body)")
                    let rows = try session.execute(
                        """
                        select weekday, bucket_count, measured_count, average, minimum, maximum
                        from health_code.weekday_statistics('Ada', $1, $2, '2024-03-24', '2024-04-08', $3)
                        """, [.text(type), .text(zone), .int32(Int32(first))])
                    #expect(parts.count == 7 && rows.count == 7)
                    for (part, row) in zip(parts, rows) {
                        let (weekday, count) = (Int(try row.int32(0)), Int(try row.int64(1)))
                        let measured = Int(try row.int64(2))
                        try expect(part, has: ["weekday": weekday, "bucketCount": count, "measuredCount": measured])
                        for (index, name) in ["average", "minimum", "maximum"].enumerated() {
                            #expect(
                                Self.isClose(part[name], try row.optionalDouble(3 + index)),
                                "\(type) \(zone) \(part) \(name)")
                        }
                    }
                }
            }
        }
    }

    @Test("the figures of a workout are those of /v1/statistics from its start to its end")
    func workouts() async throws {
        try await ServedStore.withAda { served, token in
            try await Self.fill(served, token)
            let session = try Session(conninfo: served.conninfo)
            var measured = 0
            for (type, _) in Self.types {
                let rows = try session.execute(
                    """
                    select to_char(start_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
                        to_char(end_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
                        count, sum, average, minimum, maximum, duration
                    from health_code.workout_statistics('Ada', $1, 'UTC', '2024-03-20', '2024-05-01')
                    """, [.text(type)])
                #expect(rows.count == 30)
                for row in rows {
                    let answer = try await served.get(
                        "/v1/statistics",
                        [
                            ("type", type), ("timeZone", "UTC"), ("from", try row.text(0)), ("to", try row.text(1)),
                        ],
                        token: token)
                    let figures = try answer.object["statistics"] as? Object
                    #expect((figures?["count"] as? Int ?? 0) == Int(try row.int64(2)), "\(answer.body)")
                    for (index, name) in ["sum", "average", "minimum", "maximum", "duration"].enumerated() {
                        #expect(
                            Self.isClose(figures?[name], try row.optionalDouble(3 + index)),
                            "\(type) \(name) \(answer.body)")
                    }
                    measured += figures == nil ? 0 : 1
                }
            }
            #expect(measured > 60)
        }
    }
}
