import Foundation
import Postgres
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

    @Test("a greater sync version replaces a sample, and others are superseded")
    func versions() async throws {
        try await ServedStore.withAda { store, token in
            func outcomes(_ samples: [[String: Any]]) async throws -> [String]? {
                let answer = try await store.post(["samples": samples], token: token)
                return (try answer.object["records"] as? [String: [String]])?["samples"]
            }
            #expect(try await outcomes([synced(1), synced(1), synced(2.5)]) == ["inserted", "superseded", "inserted"])
            #expect(try await outcomes([synced(2), synced(3, "y")]) == ["superseded", "inserted"])
            let samples = try await store.get("/v1/samples?type=stepCount", token: token)
            let versions = (try samples.object["samples"] as? [[String: Any]])?.compactMap {
                ($0["metadata"] as? [String: Any])?["HKMetadataKeySyncVersion"] as? Double
            }
            #expect(versions.map(Set.init) == [2.5, 3])
        }
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

@Suite struct IdempotencyEndpointTests {
    private func post(_ body: String, _ headers: [String], _ store: ServedStore, _ token: String) async throws
        -> RunningService.Answer
    {
        try await store.service.send("POST", "/v1/batches", token: token, body: body, headers: headers)
    }

    private func body(_ samples: [[String: Any]]) throws -> String {
        String(decoding: try JSONSerialization.data(withJSONObject: ["samples": samples]), as: UTF8.self)
    }

    @Test("the same key and bytes get the receipt again, byte for byte; other bytes are a conflict")
    func replay() async throws {
        try await ServedStore.withAda { store, token in
            // One record is refused, but the receipt is stored.
            let batch = try body([step(), ["uuid": "x"]])
            let key = ["Idempotency-Key: one"]
            let first = try await post(batch, key, store, token)
            #expect(first.status == 200 && first.header("Idempotency-Replayed") == nil)
            #expect(try first.object["inserted"] as? Int == 1)
            let again = try await post(batch, ["idempotency-key: one"], store, token)
            #expect(again.status == 200 && again.body == first.body)
            #expect(again.header("Idempotency-Replayed") == "true")
            #expect(again.header("Content-Type") == "application/json")
            #expect(again.header("Cache-Control") == "no-store")
            let unkeyed = try await post(batch, [], store, token)
            #expect(try unkeyed.object["unchanged"] as? Int == 1)
            let other = try await post(batch + " ", key, store, token)
            other.expect(409, "idempotency_key_reused")
            let bea = try await post(batch, key, store, try store.token(for: "Bea"))
            #expect(try bea.object["inserted"] as? Int == 1 && bea.header("Idempotency-Replayed") == nil)
        }
    }

    @Test("a key is 1 to 200 visible characters, given once")
    func keys() async throws {
        try await ServedStore.withAda { store, token in
            let batch = try body([step()])
            let long = String(repeating: "x", count: 200)
            for bad in [
                ["Idempotency-Key:"], ["Idempotency-Key: a b"], ["Idempotency-Key: é"],
                ["Idempotency-Key: \(long)x"], ["Idempotency-Key: a", "Idempotency-Key: a"],
            ] {
                let answer = try await post(batch, bad, store, token)
                answer.expect(400, "malformed_idempotency_key", "\(bad)")
                #expect((try answer.object["details"] as? [String: String]) == ["header": "Idempotency-Key"])
            }
            #expect(try await post(batch, ["Idempotency-Key: \(long)"], store, token).status == 200)
        }
    }
}
