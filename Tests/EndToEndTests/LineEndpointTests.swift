import Foundation
import TestSupport
import Testing

@Suite struct LineEndpointTests {
    private static let anchor = #"{"anchor":{"device":"phone","types":["stepCount"],"data":"AQID"}}"#

    @Test("each chunk has a receipt, the summary comes last, and counts are the lines")
    func receipts() async throws {
        try await ServedStore.withAda { store, token in
            let uuid = StepLine.uuid(1)
            let lines = [
                StepLine.sample(1), "", "{", StepLine.sample(2), #"{"deleted":"\#(uuid)"}"#, LineEndpointTests.anchor,
                StepLine.sample(3) + "\r", "[]", StepLine.sample(1), #"{"deleted":{"uuid":"\#(StepLine.uuid(9))"}}"#,
            ]
            let answer = try await store.postLines(
                lines.joined(separator: "\n"), token: token, query: "?chunk=4&records=true")
            #expect(answer.status == 200, "\(answer.text)")
            #expect(
                answer.receipts.map { $0["records"] as? [String] } == [
                    ["inserted", "rejected", "inserted"], ["deleted", "anchored", "inserted", "rejected"],
                    ["superseded", "deleted"],
                ])
            let places = answer.receipts.map { $0["lines"] as? [String: Int] }
            #expect(places == [["first": 1, "last": 4], ["first": 5, "last": 8], ["first": 9, "last": 10]])
            let rejected = answer.receipts.flatMap { $0["rejected"] as? [[String: Any]] ?? [] }
            #expect(rejected.map { $0["line"] as? Int } == [3, 8])
            let summary = try #require(answer.summary)
            try expect(summary, has: ["lines": 9, "chunks": 3])
            let names = [
                "inserted", "updated", "unchanged", "deleted", "superseded", "anchored", "withheld", "rejected",
            ]
            #expect(names.reduce(0) { $0 + (summary[$1] as? Int ?? -100) } == 9)
            let anchor = try await store.get("/v1/anchors/phone/stepCount", token: token)
            #expect(anchor.data == Data([1, 2, 3]))
            let page = try await store.get("/v1/samples?type=stepCount", token: token)
            #expect((try page.object["samples"] as? [Any])?.count == 2)
        }
    }

    @Test("parameters are checked, and a batch of JSON has none of them")
    func parameters() async throws {
        try await ServedStore.withAda { store, token in
            let wrong: [(String, String)] = [
                ("?chunk=0", "out_of_range"), ("?chunk=10001", "out_of_range"), ("?chunk=x", "malformed_parameter"),
                ("?chunks=1", "unknown_parameter"), ("?atomic=1", "malformed_parameter"),
                ("?resurrect=yes", "malformed_parameter"), ("?chunk=1&chunk=2", "repeated_parameter"),
            ]
            for (query, code) in wrong {
                let answer = try await store.postLines(StepLine.sample(1), token: token, query: query)
                #expect(answer.status == 400 && answer.code == code, "\(query): \(answer.text)")
            }
            for name in ["chunk", "resurrect", "atomic", "records"] {
                let answer = try await store.service.send(
                    "POST", "/v1/batches?\(name)=true", token: token, body: #"{"samples":[]}"#)
                answer.expect(400, "unknown_parameter")
                #expect(answer.body.contains("ndjson"), "\(answer.body)")
            }
            let types = ["application/jsonl", "Application/X-NDJSON; charset=utf-8"]
            for type in types {
                let answer = try await store.postLines(
                    StepLine.sample(1), token: token, headers: ["Content-Type: \(type)"])
                #expect(answer.summary != nil, "\(type)")
            }
            let other = try await store.postLines(
                StepLine.sample(1), token: token, headers: ["Content-Type: text/plain"])
            #expect(other.status == 400)
            let nobody = try await store.postLines(StepLine.sample(1), token: "hs_1_x")
            #expect(nobody.status == 401)
        }
    }

    @Test("a stream that is sent again with its key gets its receipts again and goes on where it broke off")
    func idempotency() async throws {
        try await ServedStore.withAda { store, token in
            let key = ["Idempotency-Key: " + String(repeating: "k", count: 200)]
            let begun = StepLine.samples(0..<6)
            let first = try await store.postLines(begun, token: token, query: "?chunk=3", headers: key)
            #expect(first.status == 200 && !first.isReplayed)
            let again = try await store.postLines(begun, token: token, query: "?chunk=3", headers: key)
            #expect(again.isReplayed)
            #expect(again.text == first.text)
            #expect(again.summary?["inserted"] as? Int == 6)
            let whole = try await store.postLines(
                StepLine.samples(0..<10), token: token, query: "?chunk=3", headers: key)
            #expect(whole.status == 200 && !whole.isReplayed)
            #expect(whole.summary?["inserted"] as? Int == 10)
            #expect(whole.receipts.prefix(2).map { $0 as NSDictionary } == first.receipts.map { $0 as NSDictionary })
            let other = try await store.postLines(
                StepLine.samples(0..<3) + StepLine.samples(20..<30), token: token, query: "?chunk=3", headers: key)
            #expect(other.status == 409 && other.code == "idempotency_key_reused", "\(other.text)")
            #expect(other.receipts.count == 1 && other.firstLineNotStored == 4)
            let plain = try await store.postLines(StepLine.samples(50..<51), token: token, headers: key)
            #expect(plain.status == 409 && plain.lines.count == 1)
            let page = try await store.get("/v1/samples?type=stepCount&limit=100", token: token)
            #expect((try page.object["samples"] as? [Any])?.count == 10)
        }
    }
}
