import Foundation
import HealthCore
import TestSupport
import Testing

/// Compares columns with the usual answer to the same question.
@Suite struct StatisticsColumnTests {
    private static let mediaType = "application/vnd.healthstore.columns+json"
    private static let figures = [
        "count", "sum", "average", "minimum", "maximum", "duration", "mostRecent",
    ]

    @Test("columns have the buckets and figures of the usual answer, for random questions")
    func randomQuestions() async throws {
        try await ServedStore.with(["--figure-refresh", "off"]) { served in
            var world = try await QuestionWorld.make(served, seed: 3)
            var measuredCount = 0
            for _ in 0..<Rounds.count(80, short: 8) {
                let question = world.question()
                guard question.interval != nil else { continue }
                func ask(_ accept: String) async throws -> RunningService.Answer {
                    try await served.get(
                        question.path, question.query, token: world.tokens[question.person],
                        headers: ["Accept: \(accept)"])
                }
                let (usual, columns) = (try await ask("application/json"), try await ask(Self.mediaType))
                #expect(usual.status == columns.status)
                guard usual.status == 200 else { continue }
                #expect(columns.header("content-type") == Self.mediaType)
                measuredCount += try Self.compare(try columns.object, with: try usual.object, "\(question)")
            }
            #expect(measuredCount > Rounds.count(300, short: 10), "\(measuredCount)")
        }
    }

    /// Returns the number of buckets with figures.
    private static func compare(
        _ columns: [String: Any], with usual: [String: Any], _ question: String
    ) throws -> Int {
        let buckets = try #require(usual["buckets"] as? [[String: Any]])
        for name in ["type", "aggregationStyle", "unit", "interval", "anchor", "timeZone"] {
            #expect(columns[name] as? String == usual[name] as? String)
        }
        let sources = (columns["sources"] as? NSArray, usual["sources"] as? NSArray)
        #expect(sources.0 == sources.1, "\(question)")
        var edges = [try instant(columns["startDate"])]
        for run in try #require(columns["seconds"] as? [[Double]]) {
            for _ in 0..<Int(run[1]) { edges.append(edges[edges.count - 1] + Int64(run[0] * 1_000_000)) }
        }
        #expect(try edges.last == instant(columns["endDate"]))
        #expect(try edges.dropLast() == buckets.map { try instant($0["startDate"]) }[...], "\(question)")
        #expect(try edges.dropFirst() == buckets.map { try instant($0["endDate"]) }[...], "\(question)")
        let partial = buckets.indices.filter { buckets[$0]["partial"] as? Bool == true }
        #expect(columns["partial"] as? [Int] == partial)
        compare(columns, with: buckets.map { $0["statistics"] as? [String: Any] }, question)
        for own in columns["bySource"] as? [[String: Any]] ?? [] {
            let id = (own["source"] as? [String: Any])?["id"] as? Int
            let statistics = buckets.map { bucket -> [String: Any]? in
                let parts = bucket["bySource"] as? [[String: Any]] ?? []
                return parts.first { ($0["source"] as? [String: Any])?["id"] as? Int == id }?["statistics"]
                    as? [String: Any]
            }
            compare(own, with: statistics, question)
        }
        return buckets.count { $0["statistics"] is [String: Any] }
    }

    private static func compare(_ columns: [String: Any], with statistics: [[String: Any]?], _ question: String) {
        for name in figures {
            let expected = statistics.map { figure(name, of: $0) }
            guard let column = columns[name] as? [Any] else {
                #expect(expected.allSatisfy { $0 == nil }, "\(name) is missing: \(question)")
                continue
            }
            #expect(column.map { ($0 as? NSNumber)?.doubleValue } == expected, "\(name): \(question)")
        }
        if let dates = columns["mostRecentEndDate"] as? [Any] {
            let expected = statistics.map { ($0?["mostRecent"] as? [String: Any])?["endDate"] as? String }
            #expect(dates.map { $0 as? String } == expected, "\(question)")
        }
    }

    private static func figure(_ name: String, of statistics: [String: Any]?) -> Double? {
        let value = statistics?[name]
        return ((value as? [String: Any])?["value"] as? NSNumber ?? value as? NSNumber)?.doubleValue
    }

    private static func instant(_ value: Any?) throws -> Int64 {
        try #require((value as? String).flatMap { Instant(rfc3339: $0) }).microseconds
    }

    @Test("empty buckets cannot be left out, other endpoints have no columns, and several types are a list")
    func limits() async throws {
        try await ServedStore.withAda { served, token in
            func ask(_ path: String, _ query: [(String, String)]) async throws -> RunningService.Answer {
                let days = [("timeZone", "Europe/Berlin"), ("from", "2024-03-30"), ("to", "2024-04-02")]
                return try await served.get(path, query + days, token: token, headers: ["Accept: \(Self.mediaType)"])
            }
            let steps = [("type", "stepCount"), ("interval", "day")]
            let omitted = try await ask("/v1/statistics-collection", steps + [("fill", "omit")])
            omitted.expect(400, "incompatible_option")
            #expect(try await ask("/v1/statistics", [("type", "stepCount")]).status == 406)
            let list = try await ask(
                "/v1/statistics-collection", [("types", "stepCount,heartRate"), ("interval", "day")])
            let collections = try #require(try list.object["collections"] as? [[String: Any]])
            #expect(collections.count == 2)
            #expect(collections[0]["seconds"] as? [[Double]] == [[86_400, 1], [82_800, 1], [86_400, 1]])
            #expect((collections[1]["average"] as? [Any])?.count == 3)
        }
    }
}
