import Foundation
import TestSupport
import Testing

/// Tests correlations over HTTP and in SQL. In `TrendWorld` the heart rate variability follows the
/// night.
@Suite struct CorrelationEndpointTests {
    private typealias Object = [String: Any]

    private static let range = TrendWorld.zone + [("from", "2024-09-01"), ("to", TrendWorld.end8601)]
    private static let nights = range + [("x", "sleepAnalysis"), ("y", "heartRateVariabilitySDNN")]

    private static func check(_ found: Object, _ right: (count: Int, figures: [Double]?), _ what: String) {
        #expect(found["pairCount"] as? Int == right.count, "\(what)")
        for (index, name) in ["correlation", "lower", "upper"].enumerated() {
            let value = number(found, name)
            guard let figures = right.figures else {
                #expect(value == nil, "\(what)")
                continue
            }
            #expect(abs((value ?? .nan) - figures[index]) < 1e-9, "\(what) \(name) \(value ?? .nan) \(figures[index])")
        }
    }

    @Test("a night goes together with the day after it, as the reference and SQL say, at each lag")
    func figures() async throws {
        try await TrendWorld.with { world in
            #expect(try await Command.healthstore(["rebuild"], database: world.served.conninfo).status == 0)
            let days = TrendWorld.day("2024-09-01")..<TrendWorld.end
            for (x, y) in [
                ("sleepAnalysis", "heartRateVariabilitySDNN"), ("stepCount", "restingHeartRate"),
                ("restingHeartRate", "bodyMass"), ("vo2Max", "stepCount"), ("respiratoryRate", "stepCount"),
            ] {
                let query = Self.range + [("x", x), ("y", y)]
                let (one, other) = (try #require(world.references[x]), try #require(world.references[y]))
                let answer = try await world.ask("/v1/correlation", query + [("lag", "-2"), ("lags", "true")])
                Self.check(answer, one.correlation(with: other, lag: -2, days), "\(x) \(y)")
                let lags = try #require(answer["lags"] as? [Object])
                #expect(lags.map { $0["lag"] as? Int } == Array(-7...7))
                for (lag, found) in zip(-7...7, lags) {
                    Self.check(found, one.correlation(with: other, lag: lag, days), "\(x) \(y) \(lag)")
                    let zone = x == "sleepAnalysis" ? "null" : "'Europe/Berlin'"
                    let row = try world.session.execute(
                        """
                        select pair_count, correlation, lower, upper
                        from health_analysis.day_correlation(
                            'Ada', '\(x)', '\(y)', \(lag), \(zone), '2024-09-01', '\(TrendWorld.end8601)')
                        """)[0]
                    #expect(try Int(row.int64(0)) == found["pairCount"] as? Int)
                    for (column, name) in ["correlation", "lower", "upper"].enumerated() {
                        let (value, right) = (try row.optionalDouble(column + 1), number(found, name))
                        #expect(value == right || abs((value ?? .nan) - (right ?? .nan)) < 1e-9, "\(x) \(y) \(lag)")
                    }
                }
                if x == "sleepAnalysis" {
                    #expect(answer["strongestLag"] as? Int == 0)
                    #expect(try #require(number(lags[7], "lower")) > 0.4)
                } else if x == "restingHeartRate" {
                    #expect(number(lags[7], "correlation") != nil)
                } else if x != "stepCount" {
                    #expect(answer["strongestLag"] is NSNull && answer["correlation"] is NSNull)
                }
            }
        }
    }

    @Test("points are the newest pairs with the date of x, and CSV has them alone")
    func points() async throws {
        try await TrendWorld.with { world in
            let (nights, variability) = (
                try #require(world.references["sleepAnalysis"]),
                try #require(world.references["heartRateVariabilitySDNN"])
            )
            let answer = try await world.ask("/v1/correlation", Self.nights + [("lag", "1"), ("limit", "20")])
            try expect(answer["x"] as? Object, has: ["unit": "s", "figure": "asleep", "aggregationStyle": "category"])
            try expect(answer["y"] as? Object, has: ["unit": "ms", "figure": "average"])
            #expect(answer["lags"] == nil && answer["strongestLag"] == nil)
            let days = (TrendWorld.day("2024-09-01")..<TrendWorld.end - 1).filter {
                nights.figures[$0] != nil && variability.figures[$0 + 1] != nil
            }
            #expect(answer["pairCount"] as? Int == days.count)
            let points = try #require(answer["points"] as? [Object])
            #expect(points.map { $0["date"] as? String } == days.suffix(20).map(TrendWorld.date))
            for (point, day) in zip(points, days.suffix(20)) {
                #expect(number(point, "x") == nights.figures[day])
                #expect(abs((number(point, "y") ?? .nan) - (variability.figures[day + 1] ?? 0)) < 1e-9)
            }
            let csv = try await world.served.get(
                "/v1/correlation", Self.nights + [("limit", "3")], token: world.token, headers: ["Accept: text/csv"])
            let lines = csv.body.split(separator: "\r\n")
            #expect(lines.count == 4 && lines[0] == "date,x,y")
        }
    }

    @Test("a question that has no answer is refused, and the error names the parameter")
    func refused() async throws {
        try await ServedStore.withAda { served, token in
            let steps = [("x", "stepCount")]
            for (query, code, name) in [
                (steps + [("y", "stepCount")], "repeated_parameter", "y"), (steps, "missing_parameter", "y"),
                (steps + [("y", "workout")], "wrong_kind", "y"),
                ([("x", "nothing")] + [("y", "bodyMass")], "unknown_type", "x"),
                (steps + [("y", "bodyMass"), ("lag", "8")], "out_of_range", "lag"),
                (steps + [("y", "bodyMass"), ("lag", "1.5")], "malformed_parameter", "lag"),
                (steps + [("y", "bodyMass"), ("lags", "all")], "malformed_parameter", "lags"),
                (steps + [("y", "bodyMass"), ("limit", "0")], "out_of_range", "limit"),
                (steps + [("y", "bodyMass"), ("unit", "heartRate:count/min")], "out_of_range", "unit"),
            ] {
                let answer = try await served.get("/v1/correlation", Self.range + query, token: token)
                answer.expect(400, code, "\(query)", naming: name)
            }
            let pair = TrendWorld.zone + steps + [("y", "bodyMass")]
            for (range, code, name) in [
                ([("from", "2025-03-01"), ("to", "2025-02-01")], "empty_range", "to"),
                ([("from", "2010-03-01"), ("to", "2025-02-01")], "range_too_long", "to"),
                ([("to", "2025-02-01")], "missing_parameter", "from"),
            ] {
                try await served.get("/v1/correlation", pair + range, token: token).expect(
                    400, code, "\(range)", naming: name)
            }
            let future = try await served.object(
                "/v1/correlation", pair + [("from", "2999-01-01"), ("to", "2999-02-01")], token: token)
            try expect(future, has: ["pairCount": 0, "correlation": NSNull(), "to": "2999-02-01"])
        }
    }
}
