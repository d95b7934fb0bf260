import Foundation
import Postgres
import TestSupport
import Testing

@Suite struct BatchEndpointTests {
    @Test("a batch gets a receipt per record, and sending it again changes nothing")
    func receipts() async throws {
        try await ServedStore.withAda { store, token in
            let (first, second) = (step(value: 1), step(value: 2))
            let inserted = try await store.post(["samples": [first, second]], token: token)
            inserted.expect(200)
            try expect(inserted.object, has: ["inserted": 2])
            let position = try #require(try inserted.object["changePosition"] as? Int)
            let again = try await store.post(["samples": [first, second]], token: token)
            try expect(again.object, has: ["unchanged": 2, "changePosition": position])
            var changed = first
            changed["value"] = 3
            let updated = try await store.post(["samples": [changed, second]], token: token)
            let records = try updated.object["records"] as? [String: [String]]
            #expect(records?["samples"] == ["updated", "unchanged"])
            let uuid = try #require(first["uuid"] as? String)
            let deleted = try await store.post(["deleted": [uuid, ["uuid": UUID().uuidString]]], token: token)
            try expect(deleted.object, has: ["deleted": 2])
            let late = try await store.post(["samples": [first]], token: token)
            try expect(late.object, has: ["superseded": 1])
        }
    }

    @Test("wrong records are refused one by one with index, code and field, and the others are stored")
    func refusals() async throws {
        try await ServedStore.withAda { store, token in
            var samples: [[String: Any]] = [step()]
            let faults: [(String, Any?, String)] = [
                ("uuid", "no-uuid", "malformed_uuid"), ("uuid", nil, "missing_field"), ("type", nil, "missing_field"),
                ("startDate", "2024-05-01", "malformed_date"), ("endDate", "2024-05-01T09:00:00Z", "end_before_start"),
                ("value", "12", "malformed_number"), ("value", nil, "missing_field"),
                ("unit", "furlong", "unknown_unit"),
                ("unit", "kg", "incompatible_unit"), ("source", nil, "missing_field"),
                ("source", "Phone", "malformed_field"),
                ("metadata", [1], "malformed_field"), ("metadata", ["a": "x\u{0}y"], "malformed_field"),
                ("device", ["name": String(repeating: "d", count: 5_000)], "field_too_long"),
            ]
            for (field, value, _) in faults {
                var sample = step()
                sample[field] = value
                samples.append(sample)
            }
            let answer = try await store.post(["samples": samples, "deleted": ["x"]], token: token)
            answer.expect(200)
            #expect(try answer.object["inserted"] as? Int == 1)
            let rejected = try #require(try answer.object["rejected"] as? [[String: Any]])
            #expect(rejected.count == faults.count + 1)
            for (index, fault) in faults.enumerated() {
                try expect(rejected[index], has: ["index": index + 1, "code": fault.2])
            }
            try expect(rejected.last, has: ["collection": "deleted"])
            let atomic = try await store.post(["samples": samples, "atomic": true], token: token)
            atomic.expect(422, "batch_rejected")
        }
    }

    @Test("a type that a deletion named first hides no value of its samples")
    func typesNamedByDeletions() async throws {
        try await ServedStore.withAda { store, token in
            _ = try await store.post(["deleted": [["uuid": UUID().uuidString, "type": "apples"]]], token: token)
            var (quantity, category) = (step(value: 7), step(start: "2024-05-01T10:01:00Z"))
            for field in ["type", "unit"] { quantity[field] = "apples" }
            category["type"] = "apples"
            category["unit"] = nil
            category["value"] = "ripe"
            _ = try await store.post(["samples": [quantity, category]], token: token)
            let answer = try await store.get("/v1/samples?type=apples", token: token)
            let samples = try #require(try answer.object["samples"] as? [[String: Any]])
            #expect(samples.count == 2)
            try expect(samples.first, has: ["value": 7, "unit": "apples"])
            try expect(samples.last, has: ["sentValue": "ripe"])
        }
    }

    @Test("bodies that are no batch are refused whole, and the log shows no error of the service")
    func badBodies() async throws {
        try await ServedStore.ownWithAda { store, token in
            let bodies: [(String, Int, String)] = [
                ("", 400, "malformed_json"), ("{", 400, "malformed_json"), ("[]", 400, "malformed_batch"),
                ("{}", 400, "malformed_batch"), (#"{"samples": {}}"#, 400, "malformed_field"),
                (#"{"samples": [], "sample": []}"#, 400, "unknown_field"),
                (#"{"samples": [], "atomic": 1}"#, 400, "malformed_field"),
                (#"{"samples": [], "samples": [1]}"#, 400, "malformed_batch"),
                (
                    #"{"deleted": ["# + Array(repeating: "1", count: 10_001).joined(separator: ",") + "]}", 413,
                    "too_many_records"
                ),
                (String(repeating: "[", count: 5_000), 400, "malformed_json"),
            ]
            for (body, status, code) in bodies {
                let answer = try await store.service.send("POST", "/v1/batches", token: token, body: body)
                answer.expect(status, code, "\(body.prefix(60))")
            }
            for value in ["NaN", "Infinity", "-Infinity", "1e999", "nan"] {
                let body = #"{"samples": [{"uuid": "00000000-0000-4000-8000-000000000001", "value": \#(value)}]}"#
                let answer = try await store.service.send("POST", "/v1/batches", token: token, body: body)
                answer.expect(400, naming: "value")
            }
            let large = String(repeating: " ", count: (16 << 20) + 1)
            let answer = try await store.service.send("POST", "/v1/batches", token: token, body: large)
            answer.expect(413, "content_too_large")
            #expect(!store.service.process.errors.contains("internal_error"))
        }
    }

    @Test(
        "a batch during which a disk or a server of the cluster fails gets 503 with Retry-After, and is stored later",
        .disabled(if: TestServer.isCluster, "Citus refuses the trigger"))
    func unavailable() async throws {
        try await ServedStore.ownWithAda { store, token in
            let session = try Session(conninfo: store.conninfo)
            try session.executeScript(
                """
                create function public.fail() returns trigger language plpgsql as 'begin raise io_error; end';
                create trigger fail before insert on health.sample execute function public.fail()
                """)
            let body = ["samples": [step()]]
            let refused = try await store.post(body, token: token)
            refused.expect(503, "database_unavailable")
            #expect(refused.header("Retry-After") == "1")
            try session.executeScript("drop trigger fail on health.sample")
            try expect(try await store.post(body, token: token).object, has: ["inserted": 1])
        }
    }
}
