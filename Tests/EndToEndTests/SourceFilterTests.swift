import Foundation
import HealthCore
import HealthDatabase
import TestSupport
import Testing

/// Statistics of some sources or samples must have the bytes that they have in a store whose other sources
/// never had samples.
@Suite struct SourceFilterTests {
    private typealias Object = [String: Any]

    private static let wanted = ["Ada’s Apple Watch", "Ada’s iPhone", "Health Export"]
    private static let hidden = ["Ada’s Apple Watch Ultra", "Band"]

    /// Overlapping steps, heart rates with and without a length, and sound levels.
    private static func samples(of source: String, _ random: inout SeededGenerator) -> [Object] {
        let zero = Date(timeIntervalSince1970: 1_714_521_600)
        let types = [("stepCount", "count"), ("heartRate", "count/min"), ("environmentalAudioExposure", "dBASPL")]
        return types.flatMap { type, unit in
            (0..<(LongRun.isOn ? 60 : 20)).map { _ in
                let start = zero.addingTimeInterval(Double(random.below(3 * 1_440)) * 60)
                let end = start.addingTimeInterval(type == "heartRate" ? 0 : Double(random.below(90)) * 60)
                return clientSample(
                    type,
                    [
                        "uuid": random.uuid().uuidString, "unit": unit, "value": 40 + random.below(80),
                        "metadata": wanted.contains(source) ? ["kept": "yes"] : [:],
                    ],
                    start: start.formatted(.iso8601), end: end.formatted(.iso8601), source: source)
            }
        }
    }

    private static let range = [("timeZone", "Europe/Berlin"), ("from", "2024-04-30"), ("to", "2024-05-05")]
    private static let questions: [(path: String, query: [(String, String)])] = [
        ("/v1/statistics", [("types", "stepCount,heartRate,environmentalAudioExposure")]),
        ("/v1/statistics", [("type", "stepCount"), ("separateBySource", "true"), ("strictStartDate", "true")]),
        (
            "/v1/statistics-collection",
            [
                ("types", "stepCount,heartRate,environmentalAudioExposure"), ("interval", "hour"),
                ("separateBySource", "true"),
            ]
        ), ("/v1/statistics-collection", [("type", "stepCount"), ("interval", "day")]),
        ("/v1/statistics-pattern", [("types", "stepCount,heartRate"), ("by", "hourOfWeek")]),
        ("/v1/explain", [("type", "stepCount"), ("interval", "day"), ("bucket", "2024-05-02")]),
        ("/v1/explain", [("type", "heartRate")]),
    ]

    @Test("statistics of some sources, or of samples that a predicate selects, are those of a person with only these")
    func reference() async throws {
        // Figures from stored hours and days may differ from those of samples in their last bit.
        try await ServedStore.with(["--figure-refresh", "off"]) { store in
            var random = SeededGenerator(17)
            let (ada, reference) = (try store.token(), try store.token(for: "Reference"))
            for source in Self.wanted {
                let samples = Self.samples(of: source, &random)
                for token in [ada, reference] {
                    #expect(try await store.post(["samples": samples], token: token).status == 200)
                }
            }
            for source in Self.hidden {
                let samples = Self.samples(of: source, &random)
                #expect(try await store.post(["samples": samples], token: ada).status == 200)
            }
            func ask(
                _ question: (path: String, query: [(String, String)]), _ sources: [String], _ token: String
            ) async throws -> RunningService.Answer {
                try await store.get(
                    question.path, Self.range + question.query + sources.map { ("source", $0) }, token: token)
            }
            let body = #"{"sources": ["Band", "Ada’s iPhone", "Ada’s Apple Watch Ultra"]}"#
            for hasOrder in [false, true] {
                if hasOrder {
                    let put = try await store.service.send(
                        "PUT", "/v1/sources/priority", query: [("type", "stepCount")], token: ada, body: body)
                    let other = try await store.service.send(
                        "PUT", "/v1/sources/priority", query: [("type", "stepCount")], token: reference,
                        body: #"{"sources": ["Ada’s iPhone"]}"#)
                    #expect(put.status == 200 && other.status == 200)
                }
                for question in Self.questions {
                    let some = try await ask(question, Self.wanted, ada)
                    let right = try await ask(question, [], reference)
                    #expect(some.status == 200 && some.body == right.body, "\(question): \(some.body.prefix(600))")
                    let query = Self.range + question.query + [("metadataKey", "kept"), ("metadataValue", "yes")]
                    let kept = try await store.get(question.path, query, token: ada)
                    // The other sources keep their ranks.
                    let (found, expected) = (
                        kept.body.replacing(#/"rank":\d+,/#, with: ""), right.body.replacing(#/"rank":\d+,/#, with: "")
                    )
                    #expect(found == expected, "\(question): \(found.prefix(600))")
                    #expect(try await ask(question, [], ada).body != right.body, "\(question)")
                }
            }
            // An id and a name mean the same source, and all sources mean no filter.
            for question in LongRun.isOn ? Self.questions : [Self.questions[3]] {
                let named = try await ask(question, ["Ada’s iPhone"], ada)
                #expect(try await ask(question, ["2"], ada).body == named.body)
                // Neither is the name of a source, and only digits are an id.
                #expect(try await ask(question, ["ada’s iPhone"], ada).code == "out_of_range")
                #expect(try await ask(question, ["+2"], ada).code == "out_of_range")
                #expect(
                    try await ask(question, Self.wanted + Self.hidden, ada).body
                        == ask(question, [], ada).body)
                let unknown = try await ask(question, ["Ada’s iPhone", "Nothing"], ada)
                unknown.expect(400, "out_of_range")
                let samples = try await store.get(
                    "/v1/samples", [("type", "stepCount"), ("source", "Nothing")], token: ada)
                #expect(samples.body == unknown.body)
            }
        }
    }
}
