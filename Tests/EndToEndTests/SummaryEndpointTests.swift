import Foundation
import TestSupport
import Testing

/// Tests daily summaries, their checksums and entity tags, and footprints, over HTTP.
@Suite struct SummaryEndpointTests {
    private static let walk = "00000000-0000-4000-8000-000000000001"
    private static let walkOfPhone = "00000000-0000-4000-8000-000000000002"
    private static let nextDay = "00000000-0000-4000-8000-000000000003"

    private struct Client {
        let store: ServedStore
        let token: String
        var query = [
            ("from", "2024-05-01"), ("to", "2024-05-04"), ("timeZone", "Europe/Berlin"),
            ("types", "stepCount,heartRate"),
        ]

        func ask(tag: String? = nil) async throws -> (answer: RunningService.Answer, tag: String, checksums: [String]) {
            let answer = try await store.get(
                "/v1/summaries", query, token: token, headers: tag.map { ["If-None-Match: \($0)"] } ?? [])
            let days = answer.status == 200 ? try answer.object["summaries"] as? [[String: Any]] ?? [] : []
            return (answer, answer.header("ETag") ?? "", days.compactMap { $0["checksum"] as? String })
        }
    }

    @Test("the tag and a day's checksum change exactly when a sample of it, the order of its sources or its edges do")
    func checksums() async throws {
        try await ServedStore.with { store in
            let client = Client(store: store, token: try store.token())
            func post(_ samples: [[String: Any]], deleted: [String] = []) async throws {
                let answer = try await store.post(["samples": samples, "deleted": deleted], token: client.token)
                answer.expect(200)
            }
            try await post([
                step(Self.walk, start: "2024-05-01T21:50:00Z", end: "2024-05-01T22:10:00Z", source: "Watch"),
                step(Self.walkOfPhone, start: "2024-05-01T10:00:00Z", end: "2024-05-01T10:10:00Z", source: "Phone"),
                step(Self.nextDay, start: "2024-05-03T10:00:00Z", end: "2024-05-03T10:10:00Z", source: "Phone"),
            ])
            let first = try await client.ask()
            #expect(first.answer.status == 200 && first.checksums.count == 3 && Set(first.checksums).count == 3)
            #expect(first.tag.hasPrefix("\"") && !first.tag.hasPrefix("W/"))
            for tag in [first.tag, "W/" + first.tag, "\"other\", " + first.tag, "*"] {
                let again = try await client.ask(tag: tag)
                #expect(again.answer.status == 304 && again.answer.data.isEmpty && again.tag == first.tag, "\(tag)")
            }
            #expect(try await client.ask(tag: "\"other\"").answer.status == 200)

            // These samples do not belong to the days and types of the question.
            let energy = clientSample("activeEnergyBurned", ["value": 100, "unit": "kcal"], source: "Another")
            try await post([energy, step(start: "2024-05-05T10:00:00Z", end: "2024-05-05T10:10:00Z")])
            try await post([
                step(Self.walk, start: "2024-05-01T21:50:00Z", end: "2024-05-01T22:10:00Z", source: "Watch")
            ])
            #expect(try await client.ask().tag == first.tag)

            // A walk over midnight belongs to both days. Another value for the walk changes both
            // days.
            try await post([
                step(Self.walk, start: "2024-05-01T21:50:00Z", end: "2024-05-01T22:10:00Z", value: 101, source: "Watch")
            ])
            let edited = try await client.ask()
            #expect(zip(first.checksums, edited.checksums).map { $0 == $1 } == [false, false, true])
            #expect(edited.tag != first.tag)

            try await store.service.send(
                "PUT", "/v1/sources/priority", query: [("type", "stepCount")], token: client.token,
                body: #"{"sources": ["Phone", "Watch"]}"#
            ).expect(200)
            let phoneFirst = try await client.ask()
            _ = try await store.service.send(
                "PUT", "/v1/sources/priority", query: [("type", "stepCount")], token: client.token,
                body: #"{"sources": ["Watch", "Phone"]}"#)
            let watchFirst = try await client.ask()
            #expect(zip(phoneFirst.checksums, watchFirst.checksums).map { $0 == $1 } == [false, true, true])

            try await post([], deleted: [Self.nextDay])
            let deleted = try await client.ask()
            #expect(zip(watchFirst.checksums, deleted.checksums).map { $0 == $1 } == [true, true, false])
        }
    }

    @Test("footprints name the samples of a day, page by page, under the checksum of the summary")
    func footprints() async throws {
        try await ServedStore.with { store in
            let client = Client(store: store, token: try store.token())
            let samples = (0..<5).map { hour in
                step(
                    "00000000-0000-4000-8000-00000000000\(hour)", start: "2024-05-01T1\(hour):00:00Z",
                    end: "2024-05-01T1\(hour):10:00Z")
            }
            _ = try await store.post(["samples": samples], token: client.token)
            let days = try #require(try await client.ask().answer.object["summaries"] as? [[String: Any]])
            let steps = try #require((days[0]["quantities"] as? [[String: Any]])?.first)
            #expect((steps["statistics"] as? [String: Any])?["sum"] as? Double == 500)
            #expect(((days[1]["quantities"] as? [[String: Any]])?.first)?["statistics"] is NSNull)
            var uuids: [String] = []
            var cursor: String?
            repeat {
                let page = try await store.get(
                    "/v1/summaries/2024-05-01/footprint",
                    [("type", "stepCount"), ("timeZone", "Europe/Berlin"), ("limit", "2")]
                        + (cursor.map { [("cursor", $0)] } ?? []), token: client.token
                ).object
                let checksum = try #require((steps["footprint"] as? [String: Any])?["checksum"] as? String)
                try expect(page, has: ["checksum": checksum, "count": 5])
                uuids += page["uuids"] as? [String] ?? []
                cursor = page["cursor"] as? String
            } while cursor != nil
            #expect(uuids == samples.compactMap { $0["uuid"] as? String })
        }
    }

    @Test("what is asked wrongly is refused by name")
    func refusals() async throws {
        try await ServedStore.with { store in
            let client = Client(store: store, token: try store.token())
            for (name, value) in [
                ("from", "2024-05"), ("from", "2024-05-01T10:00:00Z"), ("to", "2024-05-01"), ("to", "2034-05-01"),
                ("timeZone", "Berlin"), ("types", "stepCount,steps"), ("types", "stepCount,stepCount"),
                ("types", "sleepAnalysis"), ("dayStart", "4"),
            ] {
                let answer = try await store.get(
                    "/v1/summaries", client.query.filter { $0.0 != name } + [(name, value)], token: client.token)
                #expect(
                    answer.status == 400 && answer.parameter == name, "\(name)=\(value) \(answer.body)")
            }
            for (date, query, name) in [
                ("2024-02-30", [("type", "stepCount"), ("timeZone", "UTC")], "date"),
                ("9999-12-31", [("type", "stepCount"), ("timeZone", "UTC")], "date"),
                ("2011-12-30", [("type", "stepCount"), ("timeZone", "Pacific/Apia")], "date"),
                ("2024-02-01", [("timeZone", "UTC")], "type"), ("2024-02-01", [("type", "stepCount")], "timeZone"),
                ("2024-02-01", [("type", "stepCount,heartRate"), ("timeZone", "UTC")], "type"),
            ] {
                let answer = try await store.get("/v1/summaries/\(date)/footprint", query, token: client.token)
                #expect(answer.status == 400 && answer.parameter == name, "\(date) \(answer.body)")
            }
        }
    }
}
