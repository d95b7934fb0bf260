import Foundation
import HealthCore
import HealthDatabase
import Postgres
import TestSupport
import Testing

/// Tests the reconciliation of a phone that lost its anchor, over HTTP.
@Suite struct ReconciliationEndpointTests {
    private typealias Object = [String: Any]

    private struct Phone {
        let store: ServedStore
        let token: String
        let session: Session
        var samples: [String: Sample] = [:]

        struct Sample {
            var type: String
            var start: Instant
        }

        init(_ store: ServedStore) throws {
            self.store = store
            token = try store.token()
            session = try Session(conninfo: store.conninfo)
        }

        func ask(_ body: Object) async throws -> Object {
            let answer = try await store.service.send("POST", "/v1/reconcile", token: token, body: json(body))
            #expect(answer.status == 200, "\(answer.code ?? "")")
            return try answer.object
        }

        func post(_ uuids: some Sequence<String>, deleting: [String] = []) async throws {
            let added = uuids.compactMap { uuid in
                samples[uuid].map { sample in
                    [
                        "uuid": uuid, "type": sample.type, "startDate": sample.start.rfc3339,
                        "endDate": sample.start.rfc3339, "value": 1, "unit": "count", "source": ["name": "Phone"],
                    ] as Object
                }
            }
            try await store.post(["samples": added, "deleted": deleting], token: token).expect(200)
        }

        /// Returns the digest as PostgreSQL computes it.
        func digest(_ uuids: [String]) throws -> String {
            try session.execute(
                "select encode(sha256(string_agg(uuid_send(uuid::uuid), '' order by uuid::uuid)), 'hex') from unnest($1) as t (uuid)",
                [.textArray(uuids)])[0].text(0)
        }
    }

    @Test("uuids are distinguished as missing, unknown and deleted, and nothing is changed")
    func uuids() async throws {
        try await ServedStore.with { store in
            var phone = try Phone(store)
            let uuids = (1...5).map { "00000000-0000-4000-8000-00000000000\($0)" }
            for (index, uuid) in uuids.enumerated() {
                phone.samples[uuid] = Phone.Sample(
                    type: "HKQuantityTypeIdentifierStepCount",
                    start: Instant(seconds: 1_714_557_600 + Int64(index / 4) * 86_400))
            }
            try await phone.post(uuids)
            try await phone.post([], deleting: [uuids[1]])
            let new = "00000000-0000-4000-8000-0000000000aa"
            // The last sample starts on another day in the store. So the phone must send it again,
            // although the store has it.
            let list: [Object] = [
                ["type": "stepCount", "date": "2024-05-01", "uuids": [uuids[0], uuids[1], new, uuids[4]]],
                ["type": "stepCount", "date": "2024-05-02", "uuids": [] as [String]],
            ]
            let before = try phone.session.execute("select last_position from health.change_counter")[0].int64(0)
            let answer = try await phone.ask(["timeZone": "Europe/Berlin", "uuids": list])
            let entries = try #require(answer["uuids"] as? [Object])
            try #require(entries.count == 2)
            try expect(
                entries[0],
                has: [
                    "type": "HKQuantityTypeIdentifierStepCount", "missing": [uuids[4], new], "deleted": [uuids[1]],
                    "unknown": [uuids[2], uuids[3]],
                ])
            try expect(entries[1], has: ["missing": [String](), "deleted": [String](), "unknown": [String]()])
            #expect(try phone.session.execute("select last_position from health.change_counter")[0].int64(0) == before)
            // Requests all samples of the store, for a phone that has none.
            let all = try await phone.ask(["timeZone": "UTC", "digests": [] as [Object]])
            let digests = try #require(all["differences"] as? [Object])
            #expect(digests.map { $0["count"] as? Int } == [3, 1] && all["equal"] as? Int == 0)
            #expect(digests[1]["digest"] as? String == (try phone.digest([uuids[4]])))
        }
    }

    @Test("every error is refused with its field, after the token has been checked")
    func mistakes() async throws {
        try await ServedStore.with { store in
            let digest = String(repeating: "0", count: 64)
            func utc(_ members: String) -> String { #"{"timeZone": "UTC", \#(members)}"# }
            func one(
                _ members: String = "", type: String = #""type": "a", "#, count: Int = 0, digest other: String? = nil
            ) -> String {
                let figures = #""count": \#(count), "digest": "\#(other ?? digest)""#
                return utc(members + #""digests": [{\#(type)"date": "2024-01-02", \#(figures)}]"#)
            }
            let empty = #"{"type": "a", "date": "2024-01-02", "uuids": []}"#
            let cases: [(String, String)] = [
                ("[]", ""), ("{}", "timeZone"), (#"{"timeZone": 1, "digests": []}"#, "timeZone"),
                (#"{"timeZone": "Europe/Atlantis", "digests": []}"#, "timeZone"),
                (#"{"timeZone": "UTC"}"#, "digests"), (utc(#""digests": [], "uuids": []"#), "uuids"),
                (utc(#""digests": [], "other": 1"#), "other"), (utc(#""timeZone": "UTC", "digests": []"#), "timeZone"),
                (utc(#""interval": "week", "digests": []"#), "interval"), (utc(#""digests": {}"#), "digests"),
                (utc(#""digests": [1]"#), "digests[0]"), (utc(#""types": [""], "digests": []"#), "types[0]"),
                (utc(#""from": "2024-02-30", "digests": []"#), "from"),
                (utc(#""interval": "month", "to": "2024-02-02", "digests": []"#), "to"),
                (utc(#""from": "2024-02-02", "to": "2024-02-02", "digests": []"#), "to"),
                (utc(#""from": "2024-02-02", "uuids": []"#), "from"), (one(type: ""), "digests[0].type"),
                (one(#""interval": "year", "#), "digests[0].date"), (one(count: -1), "digests[0].count"),
                (one(digest: "00"), "digests[0].digest"), (one(#""types": ["b"], "#), "digests[0].type"),
                (one(#""to": "2024-01-02", "#), "digests[0].date"),
                (utc(#""uuids": [\#(empty), \#(empty)]"#), "uuids[1]"),
                (utc(#""uuids": [\#(empty.replacing("[]", with: #"["x"]"#))]"#), "uuids[0].uuids[0]"),
            ]
            let token = try store.token()
            for (body, field) in cases {
                // The token is unknown, so the body is not checked.
                let unknown = "hs_1_\(UUID().uuidString.lowercased().replacing("-", with: ""))_\(digest)"
                let refused = try await store.service.send("POST", "/v1/reconcile", token: unknown, body: body)
                #expect(refused.status == 401, "\(body)")
                let answer = try await store.service.send("POST", "/v1/reconcile", token: token, body: body)
                answer.expect(400, naming: field)
            }
            let unknown = try await store.service.send(
                "POST", "/v1/reconcile", token: token, body: #"{"timeZone": "person", "digests": []}"#)
            unknown.expect(400, "no_time_zone_history")
            #expect(unknown.field == "timeZone")
            let many = (0...1_000).map { #"{"type": "a\#($0)", "date": "2024-01-02", "uuids": []}"# }
            let tooMany = try await store.service.send(
                "POST", "/v1/reconcile", token: token,
                body: #"{"timeZone": "UTC", "uuids": [\#(many.joined(separator: ","))]}"#)
            tooMany.expect(400, "out_of_range")
        }
    }
}
