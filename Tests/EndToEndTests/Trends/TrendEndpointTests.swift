import Foundation
import HealthCore
import HealthDatabase
import Postgres
import TestSupport
import Testing

/// Tests trends and unusual days over HTTP and in SQL, on days with known changes.
@Suite struct TrendEndpointTests {
    private typealias Object = [String: Any]

    private static let types = [
        "restingHeartRate", "bodyMass", "stepCount", "respiratoryRate", "vo2Max", "bodyTemperature", "sleepAnalysis",
    ]
    private static let query =
        TrendWorld.zone + [("types", types.joined(separator: ",")), ("from", "2024-08-01"), ("to", TrendWorld.end8601)]

    private static func near(_ value: Double?, _ right: Double?, _ what: String) {
        guard let value, let right else {
            #expect(value == right, "\(what)")
            return
        }
        #expect(abs(value - right) <= 1e-9 * max(abs(right), 1), "\(what): \(value), expected \(right)")
    }

    /// Checks answers about one type, all with the same figures.
    private static func check(_ trends: [Object], _ reference: TrendReference, _ type: String) {
        let change = reference.change(before: TrendWorld.end)
        let compared = reference.compared(TrendWorld.day("2024-08-01")..<TrendWorld.end)
        let unusual = compared.filter(\.isUnusual)
        for trend in trends {
            checkPeriods(trend, reference, type)
            #expect(trend["direction"] as? String == change?.direction, "\(type)")
            #expect(trend["since"] as? String == change?.since.map(TrendWorld.date), "\(type)")
            for (index, name) in ["perDay", "lower", "upper"].enumerated() {
                near(number(trend, "slope", name), change?.slope[index], "\(type) \(name)")
            }
            #expect(trend["comparedCount"] as? Int == compared.count, "\(type)")
            let found = trend["unusualDays"] as? [Object] ?? []
            #expect(found.map { $0["date"] as? String } == unusual.map { TrendWorld.date($0.day) }, "\(type)")
            for (found, right) in zip(found, unusual) {
                let (day, expected) = (right.day, right.expected)
                near(number(found, "value"), reference.figures[day], "\(type) \(day)")
                near(number(found, "usual"), expected.usual, "\(type) \(day)")
                near(number(found, "lower"), expected.lower, "\(type) \(day)")
                near(number(found, "upper"), expected.upper, "\(type) \(day)")
            }
        }
    }

    private static func checkPeriods(_ trend: Object, _ reference: TrendReference, _ type: String) {
        let end = TrendWorld.end
        let years = [TrendWorld.day("2025-01-01")..<end, TrendWorld.day("2024-01-01")..<TrendWorld.day("2024-03-01")]
        let periods: [(String, Range<Int>, Double)] = [
            ("recent", end - 28..<end, 14), ("usual", end - 118..<end - 28, 30), ("thisYear", years[0], 30),
            ("lastYear", years[1], 30),
        ]
        var medians: [Double?] = []
        for (name, days, least) in periods {
            let (count, median) = reference.period(days, least: least)
            let period = trend[name] as? Object
            #expect(period?["from"] as? String == TrendWorld.date(days.lowerBound), "\(type) \(name)")
            #expect(period?["to"] as? String == TrendWorld.date(days.upperBound), "\(type) \(name)")
            #expect(period?["measuredCount"] as? Int == count, "\(type) \(name)")
            near(number(period, "median"), median, "\(type) \(name)")
            medians.append(median)
        }
        func difference(_ one: Double?, _ other: Double?) -> Double? { one.flatMap { one in other.map { one - $0 } } }
        near(number(trend, "difference"), difference(medians[0], medians[1]), type)
        near(number(trend, "yearDifference"), difference(medians[2], medians[3]), type)
    }

    @Test("known changes have their direction and day, and every figure is that of the samples and of SQL")
    func figures() async throws {
        try await TrendWorld.with { world in
            var answers: [[Object]] = []
            for isStored in [false, true] {
                if isStored {
                    #expect(try await Command.healthstore(["rebuild"], database: world.served.conninfo).status == 0)
                }
                let answer = try await world.ask("/v1/trends", Self.query)
                let trends = try #require(answer["trends"] as? [Object])
                #expect(
                    trends.map { $0["figure"] as? String } == [
                        "average", "average", "sum", "average", "average", "average", "asleep",
                    ])
                #expect(
                    trends.map { $0["direction"] as? String } == [
                        "falling", "falling", "steady", "steady", nil, nil, "steady",
                    ])
                answers.append(trends)
                let heart = trends[0]
                let since = TrendWorld.day(try #require(heart["since"] as? String))
                #expect(abs(since - TrendWorld.step) <= 3)
                let unusual = (heart["unusualDays"] as? [Object] ?? []).compactMap { $0["date"] as? String }
                #expect(Set(TrendWorld.unusual.map(TrendWorld.date)).isSubset(of: unusual))
                // A constant series has no range.
                #expect(trends[3]["comparedCount"] as? Int == 0 && number(trends[3], "slope", "perDay") == 0)
                try expect(trends[6], has: ["unit": "s", "aggregationStyle": "category"])
                if isStored { try checkSQL(trends, world) }
            }
            // On the person's clock, which is that of Berlin.
            var own = Self.query
            own[0].1 = "person"
            answers.append(try #require(try await world.ask("/v1/trends", own)["trends"] as? [Object]))
            for (index, type) in Self.types.enumerated() {
                Self.check(answers.map { $0[index] }, try #require(world.references[type]), type)
            }
        }
    }

    private func checkSQL(_ trends: [Object], _ world: TrendWorld) throws {
        for (type, trend) in zip(Self.types, trends) {
            let zone = type == "sleepAnalysis" ? "null" : "'Europe/Berlin'"
            let rows = try world.session.execute(
                """
                select to_jsonb(trend)::text
                from health_analysis.trends('Ada', '\(type)', \(zone), '\(TrendWorld.end8601)') trend
                """)
            #expect(rows.count == 1)
            let row = try JSONSerialization.jsonObject(with: Data(try rows[0].text(0).utf8)) as? Object ?? [:]
            for (name, period) in [
                ("recent", "recent"), ("usual", "usual"), ("this_year", "thisYear"), ("last_year", "lastYear"),
            ] {
                let expected = try #require(trend[period] as? Object)
                #expect(row["\(name)_from"] as? String == expected["from"] as? String)
                #expect(row["\(name)_count"] as? Int == expected["measuredCount"] as? Int)
                Self.near(number(row, "\(name)_median"), number(expected, "median"), "\(type) \(name)")
            }
            for (name, right) in [
                ("difference", number(trend, "difference")), ("year_difference", number(trend, "yearDifference")),
                ("slope", number(trend, "slope", "perDay")), ("slope_lower", number(trend, "slope", "lower")),
                ("slope_upper", number(trend, "slope", "upper")),
            ] {
                Self.near(number(row, name), right, "\(type) \(name)")
            }
            for name in ["figure", "unit", "direction", "since"] {
                #expect(row[name] as? String == trend[name] as? String, "\(type) \(name)")
            }
            let unusual = try world.session.execute(
                """
                select date::text, value, usual, lower, upper
                from health_analysis.unusual_days('Ada', '\(type)', \(zone), '2024-08-01', '\(TrendWorld.end8601)')
                """)
            let expected = trend["unusualDays"] as? [Object] ?? []
            #expect(try unusual.map { try $0.text(0) } == expected.map { $0["date"] as? String })
            for (found, right) in zip(unusual, expected) {
                for (column, name) in ["value", "usual", "lower", "upper"].enumerated() {
                    Self.near(try found.double(column + 1), number(right, name), "\(type) \(name)")
                }
            }
        }
    }

    @Test("a unit changes the figures, an answer as CSV has a row for each type, and a day that runs does not count")
    func forms() async throws {
        try await TrendWorld.with { world in
            let asked = TrendWorld.zone + [("type", "bodyTemperature"), ("to", "2025-01-10")]
            let celsius = try await world.ask("/v1/trends", asked)
            let fahrenheit = try await world.ask("/v1/trends", asked + [("unit", "degF")])
            for (name, shift) in [("recent", 32.0), ("usual", 32.0)] {
                let median = try #require(number(celsius, name, "median"))
                Self.near(number(fahrenheit, name, "median"), median * 1.8 + shift, name)
            }
            Self.near(
                number(fahrenheit, "difference").map { $0 / 1.8 }, number(celsius, "difference"), "difference")
            let csv = try await world.served.get(
                "/v1/trends", Self.query, token: world.token, headers: ["Accept: text/csv"])
            let lines = csv.body.split(separator: "\r\n")
            #expect(lines.count == Self.types.count + 1)
            #expect(lines[0].hasPrefix("type,figure,unit,from,to,recentMeasuredCount,recentMedian,"))
            #expect(lines[1].hasPrefix("HKQuantityTypeIdentifierRestingHeartRate,average,count/min,2024-08-01,"))
            #expect(lines[1].contains(",falling,2025-01-") && lines[1].contains("2025-02-14"))

            let before = try await world.ask("/v1/trends", TrendWorld.zone + [("type", "stepCount")])
            try await world.served.post(
                ["samples": [step(start: Instant.now.rfc3339, end: Instant.now.rfc3339)]],
                token: world.token
            ).expect(200)
            let after = try await world.ask(
                "/v1/trends", TrendWorld.zone + [("type", "stepCount"), ("to", "2999-01-01")])
            let counts = [before, after].map { ($0["recent"] as? Object)?["measuredCount"] as? Int }
            // The test may run at midnight.
            if before["to"] as? String == after["to"] as? String { #expect(counts == [0, 0]) }
        }
    }

    @Test("a type that the caller may not read looks as if it had no samples, like another person's")
    func access() async throws {
        try await TrendWorld.with { world in
            let ada = try PersonStore.find(name: "Ada", world.session)
            let narrow = try TokenStore.create(
                for: ada, name: "narrow",
                terms: AccessTerms(rights: .read, scope: AccessScope(groups: [.activity])), world.session)
            let bea = try world.served.token(for: "Bea")
            let query = TrendWorld.zone + [("types", "restingHeartRate,stepCount"), ("to", TrendWorld.end8601)]
            let whole = try await world.ask("/v1/trends", query)["trends"] as? [Object] ?? []
            let seen = try await world.ask("/v1/trends", query, token: narrow.text)["trends"] as? [Object] ?? []
            let empty = try await world.ask("/v1/trends", query, token: bea)["trends"] as? [Object] ?? []
            #expect(try json(seen[0]) == json(empty[0]) && json(seen[1]) == json(whole[1]))
            try expect(
                empty[0],
                has: [
                    "difference": NSNull(), "slope": NSNull(), "direction": NSNull(), "since": NSNull(),
                    "comparedCount": 0, "unusualDays": [String](),
                ])
            let pair =
                TrendWorld.zone + [
                    ("x", "stepCount"), ("y", "restingHeartRate"), ("from", "2024-06-01"), ("to", "2025-01-01"),
                ]
            let hidden = try await world.ask("/v1/correlation", pair, token: narrow.text)
            try expect(hidden, has: ["pairCount": 0, "correlation": NSNull(), "points": [String]()])
        }
    }

    @Test("a question that has no answer is refused, and the error names the parameter")
    func refused() async throws {
        try await ServedStore.withAda { served, token in
            for (query, code, name) in [
                ([("type", "workout")], "wrong_kind", "type"), ([("type", "headache")], "wrong_kind", "type"),
                ([("types", "stepCount,bloodPressure")], "wrong_kind", "types"),
                ([("type", "stepCounts")], "unknown_type", "type"), ([], "missing_parameter", "type"),
                ([("types", "stepCount,stepCount")], "repeated_parameter", "types"),
                ([("type", "stepCount"), ("from", "2025-03-01"), ("to", "2025-03-01")], "empty_range", "from"),
                ([("type", "stepCount"), ("from", "2999-03-01")], "empty_range", "from"),
                ([("type", "stepCount"), ("from", "2001-03-01"), ("to", "2025-03-01")], "range_too_long", "from"),
                ([("type", "stepCount"), ("to", "0001-01-05")], "out_of_range", "to"),
                ([("type", "stepCount"), ("to", "2025-03-01T10:00:00Z")], "malformed_parameter", "to"),
                ([("type", "stepCount"), ("unit", "km")], "incompatible_unit", "unit"),
                ([("type", "stepCount"), ("lag", "1")], "unknown_parameter", "lag"),
            ] {
                let answer = try await served.get("/v1/trends", TrendWorld.zone + query, token: token)
                answer.expect(400, code, "\(query)", naming: name)
            }
            let session = try Session(conninfo: served.conninfo)
            for (call, message) in [
                ("trends('Ada', 'workout')", "workout is not a quantity type; statistics need one"),
                ("trends('Ada', 'sleepAnalysis', 'UTC')", "nights are on the person's own clock, in seconds"),
                ("unusual_days('Ada', 'stepCount', to_date => 'infinity')", "to_date must be a date"),
                ("day_correlation('Ada', 'stepCount', 'bodyMass', 8)", "lag must be from -7 to 7"),
            ] {
                let error = #expect(throws: PostgresError.self) {
                    try session.execute("select * from health_code.\(call)")
                }
                #expect(error?.message == message)
            }
        }
    }
}
