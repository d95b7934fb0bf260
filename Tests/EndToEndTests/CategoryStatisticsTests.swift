import Foundation
import HealthCore
import Postgres
import TestSupport
import Testing

/// Checks the answers about a category type. `CategoryFiguresTests` check the figures, and
/// `SQLEqualsAPITests` that both sides have them.
@Suite("Statistics of category types") struct CategoryStatisticsTests {
    /// The local midnight of Berlin before the clock is put forward.
    private static let zero: Int64 = 1_711_839_600

    /// A sample that begins and ends at whole minutes.
    private struct Recorded {
        var start: Int
        var end: Int
        var value: Int
        /// 0 for the watch, which ranks before the phone.
        var rank: Int

        private static let sources = [
            ["name": "Watch", "bundleIdentifier": "com.apple.health.W", "productType": "Watch6,1"],
            ["name": "Phone", "bundleIdentifier": "com.apple.health.P", "productType": "iPhone15,2"],
        ]

        func json(_ uuid: UUID) -> [String: Any] {
            [
                "uuid": uuid.uuidString, "type": "headache", "startDate": CategoryStatisticsTests.time(start),
                "endDate": CategoryStatisticsTests.time(end), "value": value,
                "source": Recorded.sources[rank],
            ]
        }
    }

    private static func time(_ minute: Int) -> String { Instant(seconds: zero + 60 * Int64(minute)).rfc3339 }

    /// Three headaches of two sources, of which two overlap, and the value of the third is a text that
    /// the catalogue does not have.
    private static func fill(_ served: ServedStore, _ token: String) async throws {
        let samples = [
            Recorded(start: 600, end: 660, value: 2, rank: 0), Recorded(start: 630, end: 720, value: 4, rank: 1),
            Recorded(start: 800, end: 800, value: 3, rank: 1),
        ].enumerated().map { $1.json(UUID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, UInt8($0)))) }
        try await served.post(["samples": samples], token: token).expect(200)
        try Session(conninfo: served.conninfo).executeScript(
            """
            update health.sample set category_value = null, sent_category_value = 'New' where category_value = 3;
            \(QuestionWorld.markEverything)
            """)
    }

    private static let day = [("timeZone", "Europe/Berlin"), ("from", "2024-03-31"), ("to", "2024-04-02")]

    @Test("an explanation tells which samples count and for how long, and CSV has the values in one cell")
    func forms() async throws {
        try await ServedStore.withAda { served, token in
            try await Self.fill(served, token)
            let explained = try await served.object("/v1/explain", Self.day + [("type", "headache")], token: token)
            let names = ["value", "valueName", "isMember", "countedSeconds", "reason"]
            let samples = try #require(explained["samples"] as? [[String: Any]])
            #expect(
                samples.map { sample in names.map { "\(sample[$0] ?? "missing")" }.joined(separator: " ") } == [
                    "2 mild 1 3600 <null>", "4 severe 0 3600 partlyOverruled", "<null> <null> 1 0 <null>",
                ])
            #expect((explained["sources"] as? [[String: Any]])?.map { $0["count"] as? Int } == [1, 1])
            let rows = try await served.get(
                "/v1/statistics-collection", Self.day + [("types", "headache,stepCount"), ("interval", "day")],
                token: token, headers: ["Accept: text/csv"])
            let lines = rows.body.split(separator: "\r\n").map(String.init)
            try #require(lines.count == 5)
            #expect(lines[0].hasSuffix(",unit,duration,byValue,utcOffset"))
            #expect(
                lines[1].hasSuffix(
                    #",,7200,"[{""value"":null,""valueName"":null,""count"":1,""duration"":0},"#
                        + #"{""value"":2,""valueName"":""mild"",""count"":1,""duration"":3600},"#
                        + #"{""value"":4,""valueName"":""severe"",""count"":0,""duration"":3600}]",+01:00"#))
            #expect(lines[2].hasSuffix(",,,,+02:00") && lines[4].hasSuffix(",count,,,+02:00"))
            let days = try await served.object(
                "/v1/statistics-collection", Self.day + [("type", "headache"), ("interval", "day")], token: token)
            try expect(days, has: ["aggregationStyle": "category", "unit": NSNull()])
            let statistics = (days["buckets"] as? [[String: Any]])?.map { $0["statistics"] }
            #expect(statistics?.last as? NSNull == NSNull())
        }
    }

    @Test("a figure, a unit or a type that does not fit is refused by name")
    func refused() async throws {
        try await ServedStore.withAda { served, token in
            func ask(_ path: String, _ query: [(String, String)]) async throws -> RunningService.Answer {
                try await served.get(path, Self.day + query, token: token)
            }
            for (query, code, message) in [
                (
                    [("type", "headache"), ("options", "duration,cumulativeSum")], "incompatible_option",
                    "cumulativeSum is not defined for headache, whose aggregation style is category"
                ),
                (
                    [("types", "stepCount,headache"), ("unit", "count")], "incompatible_unit",
                    "unit \"count\" does not measure headache, which has no unit"
                ),
                (
                    [("type", "headache"), ("unit", "headache:count")], "unknown_type",
                    "unit names \"headache\", which is not a quantity type"
                ),
                ([("type", "sleepAnalysis")], "wrong_kind", "sleepAnalysis has nights and no statistics"),
                (
                    [("type", "workout")], "wrong_kind",
                    "workout is neither a quantity type nor a category type; statistics need one"
                ),
            ] {
                for path in ["/v1/statistics", "/v1/statistics-collection"] {
                    let answer = try await ask(path, query + (path == "/v1/statistics" ? [] : [("interval", "day")]))
                    answer.expect(400, code)
                    #expect(try answer.object["message"] as? String == message)
                }
            }
            let sleep = try await ask("/v1/statistics", [("type", "sleepAnalysis")])
            #expect(try sleep.object["hint"] as? String == "GET /v1/sleep has the figures of nights")
            try await ask("/v1/statistics-pattern", [("type", "headache"), ("by", "dayOfWeek")]).expect(
                400, "wrong_kind")
            try await ask("/v1/summaries", [("types", "headache")]).expect(400, "wrong_kind")
        }
    }
}
