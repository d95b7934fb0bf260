import Foundation
import TestSupport
import Testing

@Suite struct SyncEndpointTests {
    private func synced(_ version: Any?, _ identifier: Any? = "x", uuid: String = UUID().uuidString) -> [String: Any] {
        var (sample, metadata) = (step(uuid), [String: Any]())
        metadata["HKMetadataKeySyncIdentifier"] = identifier
        metadata["HKMetadataKeySyncVersion"] = version
        sample["metadata"] = metadata
        return sample
    }

    @Test("a sync identifier without a version, or the other way round, or of another kind, is refused with its field")
    func refusals() async throws {
        try await ServedStore.withAda { store, token in
            let (identifier, version) = ("metadata.HKMetadataKeySyncIdentifier", "metadata.HKMetadataKeySyncVersion")
            let faults: [([String: Any], String, String)] = [
                (synced(nil), "missing_field", version), (synced(1, nil), "missing_field", identifier),
                (synced(NSNull()), "missing_field", version), (synced(1, NSNull()), "missing_field", identifier),
                (synced(1, ""), "malformed_field", identifier), (synced(1, 7), "malformed_field", identifier),
                (synced("1"), "malformed_number", version), (synced(true), "malformed_number", version),
                (synced([1]), "malformed_number", version),
                (synced(1, String(repeating: "x", count: 1_001)), "field_too_long", identifier),
                (
                    step().merging(["type": "bloodPressure", "objects": [synced(nil)]]) { $1 }, "missing_field",
                    "objects[0]." + version
                ),
            ]
            let good = [synced(1, String(repeating: "x", count: 1_000)), synced(NSNull(), NSNull()), synced(nil, nil)]
            let answer = try await store.post(["samples": faults.map(\.0) + good], token: token)
            #expect(try answer.object["inserted"] as? Int == good.count, "\(answer.body)")
            let rejected = try #require(try answer.object["rejected"] as? [[String: Any]])
            #expect(rejected.count == faults.count)
            for (record, fault) in zip(rejected, faults) {
                try expect(record, has: ["code": fault.1, "field": fault.2])
            }
        }
    }

    @Test("what was deleted comes back only with resurrect, and deleting a correlation takes what is in it")
    func resurrection() async throws {
        try await ServedStore.withAda { store, token in
            var correlation = step()
            correlation["type"] = "bloodPressure"
            correlation["objects"] = [step(value: 7)]
            let uuid = try #require(correlation["uuid"] as? String)
            _ = try await store.post(["samples": [correlation]], token: token)
            let deleted = try await store.post(["deleted": [uuid]], token: token)
            try expect(deleted.object, has: ["deleted": 1, "changePosition": 4])
            func stepCount() async throws -> Int? {
                let answer = try await store.get("/v1/samples?type=stepCount", token: token)
                return (try answer.object["samples"] as? [Any])?.count
            }
            #expect(try await stepCount() == 0)
            #expect(
                try await store.post(["samples": [correlation]], token: token).object["superseded"] as? Int == 2)
            let back = try await store.post(
                ["samples": [correlation], "deleted": [uuid], "resurrect": true], token: token)
            #expect(try back.object["inserted"] as? Int == 2)
            #expect(try await stepCount() == 1)
            let wrong = try await store.post(["samples": [], "resurrect": "yes"], token: token)
            wrong.expect(400, "malformed_field")
        }
    }
}
