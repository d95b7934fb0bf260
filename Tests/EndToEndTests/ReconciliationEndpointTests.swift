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
        var requests = 0
        var digestsSent = 0
        var uuidsSent = 0

        struct Sample {
            var type: String
            var start: Instant
        }

        init(_ store: ServedStore) throws {
            self.store = store
            token = try store.token()
            session = try Session(conninfo: store.conninfo)
        }

        mutating func ask(_ body: Object) async throws -> Object {
            requests += 1
            let text = String(decoding: try JSONSerialization.data(withJSONObject: body), as: UTF8.self)
            let answer = try await store.service.send("POST", "/v1/reconcile", token: token, body: text)
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
            let answer = try await store.post(["samples": added, "deleted": deleting], token: token)
            #expect(answer.status == 200)
        }

        /// The phone's samples of each type and unit; a unit is the first letters of an ISO date in
        /// UTC.
        func units(_ letters: Int, within: String = "", type: String? = nil) -> [[String]: [String]] {
            Dictionary(
                grouping: samples.filter {
                    $0.value.start.rfc3339.hasPrefix(within) && (type == nil || $0.value.type == type)
                }.keys.sorted()
            ) { uuid in
                let sample = samples[uuid]
                return [sample?.type ?? "", String(sample?.start.rfc3339.prefix(letters) ?? "")]
            }
        }

        /// Returns the digest as PostgreSQL computes it.
        func digest(_ uuids: [String]) throws -> String {
            try session.execute(
                "select encode(sha256(string_agg(uuid_send(uuid::uuid), '' order by uuid::uuid)), 'hex') from unnest($1) as t (uuid)",
                [.textArray(uuids)])[0].text(0)
        }

        /// Returns the units that differ.
        mutating func differences(_ interval: String, _ letters: Int, within: String = "", type: String? = nil)
            async throws -> [(type: String, date: String)]
        {
            let tails = ["", "", "", "", "-01-01", "", "", "-01", "", "", ""]
            var body: Object = ["timeZone": "UTC", "interval": interval]
            body["digests"] = try units(letters, within: within, type: type).map { key, uuids in
                digestsSent += 1
                return [
                    "type": key[0], "date": key[1] + tails[letters], "count": uuids.count, "digest": try digest(uuids),
                ]
            }
            if let type { body["types"] = [type] }
            if let first = CivilDate(iso8601: within + tails[within.utf8.count]), !within.isEmpty {
                body["from"] = first.iso8601
                body["to"] = first.adding(months: within.utf8.count == 4 ? 12 : 1).iso8601
            }
            let answer = try await ask(body)
            return (answer["differences"] as? [Object] ?? []).map {
                ($0["type"] as? String ?? "", $0["date"] as? String ?? "")
            }
        }

        /// Finds and resolves all differences: years, then months, then days, then uuids.
        mutating func reconcile() async throws {
            var lists: [Object] = []
            for year in try await differences("year", 4) {
                for month in try await differences("month", 7, within: String(year.date.prefix(4)), type: year.type) {
                    let days = try await differences("day", 10, within: String(month.date.prefix(7)), type: month.type)
                    for day in days {
                        let uuids = units(10, within: day.date, type: day.type).values.first ?? []
                        uuidsSent += uuids.count
                        lists.append(["type": day.type, "date": day.date, "uuids": uuids])
                    }
                }
            }
            guard !lists.isEmpty else { return }
            let answer = try await ask(["timeZone": "UTC", "uuids": lists])
            let entries = answer["uuids"] as? [Object] ?? []
            func all(_ name: String) -> [String] { entries.flatMap { $0[name] as? [String] ?? [] } }
            #expect(all("deleted").allSatisfy { samples[$0] != nil })
            for uuid in all("deleted") { samples[uuid] = nil }
            try await post(all("missing"), deleting: all("unknown"))
        }
    }

    @Test(
        "after any loss the two sides become equal, at a cost that grows with the differences and not with the history")
    func convergence() async throws {
        try await ServedStore.with { store in
            var random = Sequence64(state: 7)
            var phone = try Phone(store)
            let types = ["HKQuantityTypeIdentifierStepCount", "HKQuantityTypeIdentifierFlightsClimbed"]
            for _ in 0..<1_200 {
                let start = 1_600_000_000 + Int64.random(in: 0..<(3 * 365 * 86_400), using: &random)
                phone.samples[UUID().uuidString.lowercased()] = Phone.Sample(
                    type: types[Int.random(in: 0..<2, using: &random)], start: Instant(seconds: start))
            }
            try await phone.post(phone.samples.keys)
            try await phone.reconcile()
            #expect(phone.requests == 1 && phone.digestsSent <= 10 && phone.uuidsSent == 0)

            for lost in [1, 4] {
                let names = phone.samples.keys.sorted().shuffled(using: &random)
                // Deleted on the phone, deleted in the store, and new on the phone, each unknown to
                // the other side.
                for uuid in names.prefix(lost) { phone.samples[uuid] = nil }
                try await phone.post([], deleting: Array(names.dropFirst(lost).prefix(lost)))
                for _ in 0..<lost {
                    phone.samples[UUID().uuidString.lowercased()] = Phone.Sample(
                        type: types[0],
                        start: Instant(seconds: 1_650_000_000 + Int64.random(in: 0..<86_400, using: &random)))
                }
                (phone.requests, phone.digestsSent, phone.uuidsSent) = (0, 0, 0)
                try await phone.reconcile()
                let differences = 3 * lost
                // One request for all years, one for each differing year and month, one for the
                // uuids.
                #expect(phone.requests <= 2 + 2 * differences)
                #expect(phone.digestsSent <= 10 + differences * (12 + 31))
                #expect(phone.uuidsSent <= differences * 12)
                (phone.requests, phone.digestsSent) = (0, 0)
                try await phone.reconcile()
                #expect(phone.requests == 1)
                let stored = try phone.session.execute("select uuid::text from health.sample").map { try $0.text(0) }
                #expect(Set(stored) == Set(phone.samples.keys))
            }
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
            // know it.
            let list: [Object] = [
                ["type": "stepCount", "date": "2024-05-01", "uuids": [uuids[0], uuids[1], new, uuids[4]]],
                ["type": "stepCount", "date": "2024-05-02", "uuids": [] as [String]],
            ]
            let before = try phone.session.execute("select last_position from health.change_counter")[0].int64(0)
            let answer = try await phone.ask(["timeZone": "Europe/Berlin", "uuids": list])
            let entries = try #require(answer["uuids"] as? [Object])
            #expect(entries.map { $0["missing"] as? [String] } == [[uuids[4], new], []])
            #expect(entries.map { $0["deleted"] as? [String] } == [[uuids[1]], []])
            #expect(entries.map { $0["unknown"] as? [String] } == [[uuids[2], uuids[3]], []])
            #expect(entries[0]["type"] as? String == "HKQuantityTypeIdentifierStepCount")
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
            let cases: [(String, String)] = [
                ("[]", ""), ("{}", "timeZone"), (#"{"timeZone": 1, "digests": []}"#, "timeZone"),
                (#"{"timeZone": "Europe/Atlantis", "digests": []}"#, "timeZone"),
                (#"{"timeZone": "UTC"}"#, "digests"), (#"{"timeZone": "UTC", "digests": [], "uuids": []}"#, "uuids"),
                (#"{"timeZone": "UTC", "digests": [], "other": 1}"#, "other"),
                (#"{"timeZone": "UTC", "timeZone": "UTC", "digests": []}"#, "timeZone"),
                (#"{"timeZone": "UTC", "interval": "week", "digests": []}"#, "interval"),
                (#"{"timeZone": "UTC", "digests": {}}"#, "digests"),
                (#"{"timeZone": "UTC", "digests": [1]}"#, "digests[0]"),
                (#"{"timeZone": "UTC", "types": [""], "digests": []}"#, "types[0]"),
                (#"{"timeZone": "UTC", "from": "2024-02-30", "digests": []}"#, "from"),
                (#"{"timeZone": "UTC", "interval": "month", "to": "2024-02-02", "digests": []}"#, "to"),
                (#"{"timeZone": "UTC", "from": "2024-02-02", "to": "2024-02-02", "digests": []}"#, "to"),
                (#"{"timeZone": "UTC", "from": "2024-02-02", "uuids": []}"#, "from"),
                (
                    #"{"timeZone": "UTC", "digests": [{"date": "2024-01-01", "count": 0, "digest": "\#(digest)"}]}"#,
                    "digests[0].type"
                ),
                (
                    #"{"timeZone": "UTC", "interval": "year", "digests": [{"type": "a", "date": "2024-01-02", "count": 0, "digest": "\#(digest)"}]}"#,
                    "digests[0].date"
                ),
                (
                    #"{"timeZone": "UTC", "digests": [{"type": "a", "date": "2024-01-02", "count": -1, "digest": "\#(digest)"}]}"#,
                    "digests[0].count"
                ),
                (
                    #"{"timeZone": "UTC", "digests": [{"type": "a", "date": "2024-01-02", "count": 0, "digest": "00"}]}"#,
                    "digests[0].digest"
                ),
                (
                    #"{"timeZone": "UTC", "types": ["b"], "digests": [{"type": "a", "date": "2024-01-02", "count": 0, "digest": "\#(digest)"}]}"#,
                    "digests[0].type"
                ),
                (
                    #"{"timeZone": "UTC", "to": "2024-01-02", "digests": [{"type": "a", "date": "2024-01-02", "count": 0, "digest": "\#(digest)"}]}"#,
                    "digests[0].date"
                ),
                (
                    #"{"timeZone": "UTC", "uuids": [{"type": "a", "date": "2024-01-02", "uuids": []}, {"type": "a", "date": "2024-01-02", "uuids": []}]}"#,
                    "uuids[1]"
                ),
                (
                    #"{"timeZone": "UTC", "uuids": [{"type": "a", "date": "2024-01-02", "uuids": ["x"]}]}"#,
                    "uuids[0].uuids[0]"
                ),
            ]
            let token = try store.token()
            for (body, field) in cases {
                // The token is unknown, so the body is not checked.
                let unknown = "hs_1_\(UUID().uuidString.lowercased().replacing("-", with: ""))_\(digest)"
                let refused = try await store.service.send("POST", "/v1/reconcile", token: unknown, body: body)
                #expect(refused.status == 401, "\(body)")
                let answer = try await store.service.send("POST", "/v1/reconcile", token: token, body: body)
                #expect(answer.status == 400, "\(body)")
                #expect(((try answer.object["details"]) as? Object)?["field"] as? String == field, "\(body)")
            }
            let unknown = try await store.service.send(
                "POST", "/v1/reconcile", token: token, body: #"{"timeZone": "person", "digests": []}"#)
            #expect(unknown.status == 400 && unknown.code == "no_time_zone_history")
            #expect(((try unknown.object["details"]) as? Object)?["field"] as? String == "timeZone")
            let many = (0...1_000).map { #"{"type": "a\#($0)", "date": "2024-01-02", "uuids": []}"# }
            let tooMany = try await store.service.send(
                "POST", "/v1/reconcile", token: token,
                body: #"{"timeZone": "UTC", "uuids": [\#(many.joined(separator: ","))]}"#)
            #expect(tooMany.status == 400 && tooMany.code == "out_of_range")
        }
    }
}

/// SplitMix64: the same numbers in every run.
private struct Sequence64: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
