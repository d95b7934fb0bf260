import Foundation
import TestSupport
import Testing

/// Questions for samples of several types and on several dates.
@Suite struct SeveralTypesAndDatesTests {
    private typealias Object = [String: Any]
    private static let types = ["stepCount", "heartRate", "headache"]
    private static let zero = Date(timeIntervalSince1970: 1_767_225_600)

    private static func date(_ day: Int) -> String {
        zero.addingTimeInterval(Double(day) * 86_400).formatted(.iso8601.year().month().day())
    }

    /// Samples of sixty days of UTC. Some last for days, and some start together.
    private static func samples(_ random: inout SeededGenerator) -> [Object] {
        (0..<400).map { _ in
            let type = types[random.below(3)]
            let start = zero.addingTimeInterval(Double(random.below(60 * 24)) * 3_600)
            let length = [0, 0, 1_800, 86_400, 3 * 86_400][random.below(5)]
            let content: Object =
                type == "headache"
                ? ["value": 1] : ["value": 50 + random.below(20), "unit": type == "stepCount" ? "count" : "count/min"]
            return clientSample(
                type, content.merging(["uuid": random.uuid().uuidString.lowercased()]) { $1 },
                start: start.formatted(.iso8601), end: start.addingTimeInterval(Double(length)).formatted(.iso8601))
        }
    }

    private struct Found: Equatable {
        let start: String
        let uuid: String
    }

    /// Follows the pages of a question.
    private func pages(
        _ query: [(String, String)], isForm: Bool, _ store: ServedStore, _ token: String
    ) async throws -> [Found] {
        var (found, cursor): ([Found], String?) = ([], nil)
        repeat {
            let asked = query + (cursor.map { [("cursor", $0)] } ?? [])
            let answer =
                try await isForm
                ? Self.form("/v1/samples", asked, store, token) : store.get("/v1/samples", asked, token: token)
            answer.expect(200)
            let samples = try #require(try answer.object["samples"] as? [Object])
            found += samples.compactMap { sample in
                guard let start = sample["startDate"] as? String, let uuid = sample["uuid"] as? String else {
                    return nil
                }
                return Found(start: start, uuid: uuid)
            }
            cursor = try answer.object["cursor"] as? String
        } while cursor != nil
        return found
    }

    private static func form(
        _ path: String, _ query: [(String, String)], _ store: ServedStore, _ token: String
    ) async throws -> RunningService.Answer {
        let body = query.map { "\($0.0)=\($0.1)" }.joined(separator: "&")
        return try await store.service.send(
            "POST", path, token: token, body: body, headers: ["Content-Type: application/x-www-form-urlencoded"])
    }

    @Test(
        "pages of several types and dates have what a filter by hand selects, in order, by a query and by a form",
        arguments: 1...UInt64(Rounds.count(20, short: 2)))
    func pages(_ seed: UInt64) async throws {
        try await ServedStore.withAda { store, token in
            var random = SeededGenerator(seed)
            let all = Self.samples(&random)
            #expect(try await store.post(["samples": all], token: token).status == 200)
            for round in 0..<8 {
                let types = Self.types.filter { _ in random.below(3) > 0 } + (round == 0 ? ["bodyMass"] : [])
                guard !types.isEmpty else { continue }
                let days = Set((0..<(1 + random.below(25))).map { _ in random.below(62) - 1 })
                let isStrict = random.below(3) == 0
                let expected = all.filter { sample in
                    guard let type = sample["type"] as? String, types.contains(type),
                        let start = Self.hours(sample["startDate"]), let end = Self.hours(sample["endDate"])
                    else { return false }
                    return days.contains { day in
                        let (from, to) = (Double(day) * 24, Double(day + 1) * 24)
                        if isStrict { return start >= from && start < to }
                        return start < to && (end > from || start == end && start >= from)
                    }
                }.compactMap { sample -> Found? in
                    guard let start = sample["startDate"] as? String, let uuid = sample["uuid"] as? String else {
                        return nil
                    }
                    return Found(start: start, uuid: uuid)
                }.sorted { ($0.start, $0.uuid) < ($1.start, $1.uuid) }
                var query = [
                    ("type", types.joined(separator: ",")), ("limit", "\(1 + random.below(30))"),
                    ("dates", days.map(Self.date).joined(separator: ",")),
                ]
                if isStrict { query.append(("strictStartDate", "true")) }
                let isForm = random.below(2) == 0
                #expect(try await pages(query, isForm: isForm, store, token) == expected, "\(seed) \(query)")
                let backwards = try await pages(query + [("order", "descending")], isForm: !isForm, store, token)
                #expect(backwards == expected.reversed(), "\(seed) \(query)")
            }
        }
    }

    private static func hours(_ time: Any?) -> Double? {
        (time as? String).flatMap { try? Date($0, strategy: .iso8601) }.map { $0.timeIntervalSince(zero) / 3_600 }
    }

    @Test("ten thousand dates fit into a form, and select the buckets of these days")
    func many() async throws {
        try await ServedStore.withAda { store, token in
            let samples = [5, 9_999].map { day in
                clientSample(
                    "stepCount", ["uuid": UUID().uuidString, "value": day, "unit": "count"],
                    start: Self.date(-day) + "T10:00:00Z", end: Self.date(-day) + "T10:10:00Z")
            }
            #expect(try await store.post(["samples": samples], token: token).status == 200)
            let dates = ("dates", (0..<10_000).map { Self.date(-$0) }.joined(separator: ","))
            let found = try await pages([("type", "stepCount"), dates], isForm: true, store, token)
            #expect(found.count == 2)
            let range = [("from", Self.date(-9_999)), ("to", Self.date(1)), ("timeZone", "UTC"), ("interval", "day")]
            func buckets(_ dates: (String, String)) async throws -> [Object] {
                let answer = try await Self.form(
                    "/v1/statistics-collection", [("type", "stepCount"), dates] + range, store, token)
                answer.expect(200)
                return try #require(try answer.object["buckets"] as? [Object])
            }
            #expect(try await buckets(dates).count == 10_000)
            let two = try await buckets(("dates", "\(Self.date(-5)),\(Self.date(-7))"))
            #expect(two.map { $0["startDate"] as? String } == [-7, -5].map { Self.date($0) + "T00:00:00Z" })
            #expect((two[1]["statistics"] as? Object)?["sum"] as? Double == 5)
            let tooMany = try await Self.form(
                "/v1/samples", [("type", "stepCount"), (dates.0, dates.1 + "," + Self.date(1))], store, token)
            tooMany.expect(400, "out_of_range")
            #expect(tooMany.parameter == "dates")
            let long = String(repeating: "x", count: 300_000)
            try await Self.form("/v1/samples", [("type", long)], store, token).expect(400, "malformed_request")
        }
    }

    @Test("the next page of lines is linked without the parameters of the form")
    func link() async throws {
        try await ServedStore.withAda { store, token in
            var random = SeededGenerator(1)
            #expect(try await store.post(["samples": Self.samples(&random)], token: token).status == 200)
            let answer = try await store.service.send(
                "POST", "/v1/samples", query: [("limit", "3")], token: token, body: "type=stepCount,heartRate",
                headers: ["Accept: application/x-ndjson", "Content-Type: application/x-www-form-urlencoded"])
            answer.expect(200)
            let link = try #require(answer.header("Link"))
            #expect(link.hasPrefix("<?limit=3&cursor=") && !link.contains("type"), "\(link)")
        }
    }

    @Test("wrong types and dates are refused with their parameter")
    func refused() async throws {
        try await ServedStore.withAda { store, token in
            for (name, value, code) in [
                ("type", "stepCount,", "unknown_type"), ("type", "stepCount,stepCount", "repeated_parameter"),
                ("type", Array(repeating: "a", count: 51).joined(separator: ","), "out_of_range"),
                ("dates", "", "malformed_parameter"), ("dates", "2024-05-32", "malformed_parameter"),
                ("dates", "2024-05-01,", "malformed_parameter"), ("dates", "2024-05-01T00:00", "malformed_parameter"),
            ] {
                let query = (name == "type" ? [] : [("type", "stepCount,heartRate")]) + [(name, value)]
                let answer = try await store.get("/v1/samples", query, token: token)
                answer.expect(400, code, "\(name)=\(value)", naming: name)
            }
        }
    }

    @Test("dates exclude a range and columns, and values are compared for one type")
    func excluded() async throws {
        try await ServedStore.withAda { store, token in
            let dates = [("type", "stepCount,heartRate"), ("dates", "2024-05-01")]
            let both = try await store.get("/v1/samples", dates + [("from", "2024-05-01")], token: token)
            both.expect(400, "malformed_parameter")
            let compared = try await store.get("/v1/samples", [dates[0], ("value", "ge:1")], token: token)
            compared.expect(400, "incompatible_option")
            let question = [
                ("type", "stepCount"), dates[1], ("timeZone", "UTC"), ("from", "2024-05-01"), ("to", "2024-05-03"),
                ("interval", "day"),
            ]
            let columns = try await store.get(
                "/v1/statistics-collection", question, token: token,
                headers: ["Accept: application/vnd.healthstore.columns+json"])
            columns.expect(400, "incompatible_option")
            #expect(both.parameter == "dates" && compared.parameter == "value" && columns.parameter == "dates")
        }
    }
}
