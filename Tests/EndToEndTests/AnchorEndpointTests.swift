import Foundation
import TestSupport
import Testing

@Suite struct AnchorEndpointTests {
    @Test("an anchor is stored for a device and a set of types, in any spelling and order of the set")
    func lifeCycle() async throws {
        try await ServedStore.with { store in
            let (token, bea) = (try store.token(), try store.token(for: "Bea"))
            func send(_ method: String, _ path: String, _ body: String? = nil, headers: [String] = [])
                async throws -> RunningService.Answer
            {
                try await store.service.send(method, path, token: token, body: body, headers: headers)
            }
            let path = "/v1/anchors/Ada%27s%20phone/stepCount,heartRate"
            let same = "/v1/anchors/Ada's%20phone/HKQuantityTypeIdentifierHeartRate,stepCount,heartRate"
            let none = try await send("GET", path)
            none.expect(404, "unknown_anchor")
            #expect((try none.object["details"] as? [String: [[String]]]) == ["typeSets": []])
            let put = try await send("PUT", path, "opaque")
            #expect(put.status == 204 && put.body.isEmpty)
            let got = try await send("GET", same)
            #expect(got.status == 200 && got.body == "opaque")
            #expect(got.header("Content-Type") == "application/octet-stream")
            let tag = try #require(got.header("ETag"))
            #expect(try await send("GET", path, headers: ["If-None-Match: \(tag)"]).status == 304)
            #expect(try await send("PUT", same, "newer").status == 204)
            let newer = try await send("GET", path, headers: ["If-None-Match: \(tag)"])
            #expect(newer.status == 200 && newer.body == "newer")
            for method in ["GET", "DELETE"] {
                let other = try await send(method, "/v1/anchors/Ada's%20phone/stepCount")
                other.expect(404, "unknown_anchor")
                #expect(
                    (try other.object["details"] as? [String: [[String]]])?["typeSets"]
                        == [["HKQuantityTypeIdentifierHeartRate", "HKQuantityTypeIdentifierStepCount"]])
            }
            #expect(try await store.get(path, token: bea).status == 404)
            #expect(try await send("DELETE", same).status == 204)
            #expect(try await send("GET", path).status == 404)
        }
    }

    @Test("malformed names are refused before the token is looked up")
    func refusals() async throws {
        try await ServedStore.withAda { store, token in
            let long = String(repeating: "x", count: 201)
            for (path, parameter) in [
                ("/v1/anchors/\(long)/stepCount", "device"), ("/v1/anchors/a%0Ab/stepCount", "device"),
                ("/v1/anchors/phone/stepCount,", "types"), ("/v1/anchors/phone/\(long)", "types"),
            ] {
                for (method, token) in [("GET", token), ("PUT", token), ("DELETE", token)] {
                    let answer = try await store.service.send(
                        method, path, token: token, body: method == "PUT" ? "x" : nil)
                    answer.expect(400)
                    #expect((try answer.object["details"] as? [String: String]) == ["parameter": parameter])
                }
            }
            #expect(try await store.get("/v1/anchors/phone/mood?x=1", token: token).status == 400)
            #expect(try await store.get("/v1/anchors/phone/mood").status == 401)
            #expect(try await store.get("/v1/anchors/phone", token: token).status == 404)
            #expect(try await store.service.send("POST", "/v1/anchors/phone/mood", token: token).status == 405)
        }
    }

    @Test("a malformed anchor of a batch is refused with its field, and nothing is stored")
    func malformed() async throws {
        try await ServedStore.withAda { store, token in
            let good: [String: Any] = ["device": "phone", "types": ["mood"], "data": "YQ=="]
            let faults: [(Any, String)] = [
                ("YQ==", "anchor"), ([1], "anchor"), (["device": "phone"], "anchor"),
                (good.merging(["more": 1]) { $1 }, "anchor"), (good.merging(["device": ""]) { $1 }, "anchor.device"),
                (good.merging(["types": [String]()]) { $1 }, "anchor.types"),
                (good.merging(["types": [1]]) { $1 }, "anchor.types"),
                (good.merging(["data": ""]) { $1 }, "anchor.data"),
                (good.merging(["data": "YQ"]) { $1 }, "anchor.data"),
            ]
            for (anchor, field) in faults {
                let answer = try await store.post(["samples": [step()], "anchor": anchor], token: token)
                answer.expect(400, "malformed_field", field)
                #expect((try answer.object["details"] as? [String: String]) == ["field": field])
            }
            let samples = try await store.get("/v1/samples?type=stepCount", token: token)
            #expect((try samples.object["samples"] as? [Any])?.isEmpty == true)
            #expect(try await store.post(["samples": [step()], "anchor": good], token: token).status == 200)
            #expect(try await store.post(["samples": [step()], "anchor": NSNull()], token: token).status == 200)
        }
    }
}
