import Foundation
import HealthDatabase
import Postgres
import TestSupport
import Testing

@Suite struct ChangeEndpointTests {
    @Test("changes of every kind are listed in order with their contents")
    func kinds() async throws {
        try await ServedStore.withAda { store, token in
            let empty = try await store.object("/v1/changes", token: token)
            try expect(empty, has: ["changes": [String](), "hasMore": false])
            #expect(empty["anchor"] as? String != nil)
            let (kept, gone, unseen) = (step(), step(), UUID().uuidString.lowercased())
            _ = try await store.post(["samples": [kept, gone]], token: token)
            let elements = #"<ExportDate value="2024-05-01 10:00:00 +0000"/><Me HKx="y"/>"#
            try await store.upload("<HealthData locale=\"en_US\">\(elements)</HealthData>", token: token)
            try await store.service.send(
                "PUT", "/v1/sources/priority", query: [("type", "stepCount")], token: token,
                body: #"{"sources": ["Phone"]}"#
            ).expect(200)
            try await store.service.send(
                "POST", "/v1/time-zones", token: token,
                body: #"{"timeZone": "Asia/Tokyo", "startDate": "2024-05-01T00:00:00Z"}"#
            ).expect(200)
            _ = try await store.post(["deleted": [["uuid": gone["uuid"] ?? ""], ["uuid": unseen]]], token: token)
            let page = try await store.object("/v1/changes", token: token)
            let changes = try #require(page["changes"] as? [[String: Any]])
            let kinds = changes.compactMap { $0["change"] as? String }
            #expect(kinds.filter { $0 == "element" }.count >= 1)
            #expect(kinds.filter { $0 != "element" } == ["saved", "preference", "preference", "deleted", "deleted"])
            let positions = changes.compactMap { $0["position"] as? Int }
            #expect(positions.count == changes.count && positions == positions.sorted())
            let members = Dictionary(changes.map { ($0["change"] as? String ?? "", Set($0.keys)) }) { first, _ in first
            }
            #expect(
                members == [
                    "saved": ["change", "position", "sample"],
                    "preference": ["change", "position", "preference", "type"],
                    "deleted": ["change", "position", "uuid", "type", "deletedAt"],
                    "element": ["change", "position", "uuid", "name", "element"],
                ])
            let samples = try await store.object("/v1/samples?type=stepCount", token: token)
            let listed = try #require((samples["samples"] as? [[String: Any]])?.first)
            #expect(NSDictionary(dictionary: changes[0]["sample"] as? [String: Any] ?? [:]).isEqual(to: listed))
            let preferences = changes.filter { $0["change"] as? String == "preference" }
            #expect(preferences.map { $0["preference"] as? String } == ["source_priority", "time_zones"])
            #expect(preferences.map { $0["type"] as? String } == ["HKQuantityTypeIdentifierStepCount", nil])
            let deletions = changes.filter { $0["change"] as? String == "deleted" }
            let types = Dictionary(
                uniqueKeysWithValues: deletions.map { ($0["uuid"] as? String ?? "", $0["type"] as? String) })
            #expect(types.count == 2 && types[unseen] == .some(nil))
            #expect(types[(gone["uuid"] as? String ?? "").lowercased()] == "HKQuantityTypeIdentifierStepCount")
            #expect(deletions.allSatisfy { ($0["deletedAt"] as? String)?.hasSuffix("Z") == true })
        }
    }

    @Test("an error in a parameter names it, and an invalid anchor has an error code of its own")
    func errors() async throws {
        try await ServedStore.with { store in
            let (token, other) = (try store.token(), try store.token(for: "Bob"))
            _ = try await store.post(["samples": [step()]], token: token)
            func anchor(_ token: String) async throws -> String {
                let page = try await store.get("/v1/changes", token: token)
                return try #require(try page.object["anchor"] as? String)
            }
            func expect(_ query: [(String, String)], _ status: Int, _ code: String, _ parameter: String) async throws {
                let answer = try await store.get("/v1/changes", query, token: token)
                answer.expect(status, code, "\(query)", naming: parameter)
            }
            let good = try await anchor(token)
            try await expect([("limit", "10001")], 400, "out_of_range", "limit")
            try await expect([("types", "stepCount,nothing")], 400, "unknown_type", "types")
            try await expect(
                [("types", Array(repeating: "a", count: 501).joined(separator: ","))], 400, "out_of_range", "types")
            try await expect([("anchor", good + "A")], 400, "malformed_anchor", "anchor")
            try await expect([("anchor", try await anchor(other))], 400, "foreign_anchor", "anchor")
            try await expect([("anchor", good), ("types", "stepCount")], 400, "foreign_anchor", "anchor")
            // The names and the order of types do not matter.
            let typed = try await store.object("/v1/changes", [("types", "heartRate,stepCount")], token: token)
            let same = "HKQuantityTypeIdentifierStepCount,heartRate"
            try await store.get(
                "/v1/changes", [("types", same), ("anchor", "\(typed["anchor"] ?? "")")], token: token
            ).expect(200)
            // Restores the database's state before the sample was stored.
            let session = try Session(conninfo: store.conninfo)
            try session.executeScript("update health.change_counter set last_position = 0")
            try await expect([("anchor", good)], 410, "anchor_expired", "anchor")
            try session.executeScript("update health.change_counter set last_position = 1")
            try await store.get("/v1/changes", [("anchor", good)], token: token).expect(200)
            #expect(try ChangeReader.renewFeeds(session) >= 1)
            try await expect([("anchor", good)], 410, "anchor_expired", "anchor")
        }
    }
}
