import Foundation
import HealthCore
import HealthDatabase
import Postgres
import TestSupport
import Testing

/// What answers could tell besides their contents. Ben may read and write Ada's activity. Her heart
/// rate, the types of her own and what she uploaded are hidden from him, so each question about
/// them is answered as the same question about what does not exist.
@Suite struct SideChannelTests {
    private struct World {
        let people: TwoPeople
        let owner: String
        let ben: String
        /// Ada's samples: one that Ben may read, and one that is hidden from him.
        let seen = "00000000-0000-4000-8000-00000000000a"
        let hidden = "00000000-0000-4000-8000-00000000000b"
        let workout = "00000000-0000-4000-8000-00000000000c"
        /// In no store. It has the length of the others.
        let unknown = "00000000-0000-4000-8000-0000000000ff"
        let ownType = "HKQuantityTypeIdentifierOfAda"
        let noType = "HKQuantityTypeIdentifierOfEve"

        static func with(_ body: (World) async throws -> Void) async throws {
            try await TwoPeople.with { people in
                try people.share(
                    AccessTerms(
                        rights: [.read, .write], scope: AccessScope(types: ["HKQuantityTypeIdentifierStepCount"])))
                let world = World(
                    people: people, owner: try people.token().text, ben: try people.token(of: "Ben").text)
                try await world.fill()
                try await body(world)
            }
        }

        private func fill() async throws {
            var rate = step(hidden, source: "Watch")
            (rate["type"], rate["unit"]) = ("heartRate", "count/min")
            var own = step(UUID().uuidString, source: "Lab")
            (own["type"], own["unit"]) = (ownType, "florps")
            var run = step(workout, source: "Watch")
            for member in ["value", "unit"] { run[member] = nil }
            (run["type"], run["workoutActivityType"]) = ("workout", "running")
            let stored = try await people.store.post(["samples": [step(seen), rate, own, run]], token: owner)
            try #require(stored.status == 200 && stored.body.contains(#""inserted":4"#), "\(stored.body)")
            let begun = try await people.store.service.send(
                "POST", "/v1/imports", token: owner, body: "<",
                headers: ["Content-Type: application/octet-stream", "Content-Range: bytes 0-0/1000"])
            try #require(begun.status == 201, "\(begun.body)")
            let anchor = try await people.store.service.send(
                "PUT", "/v1/anchors/phone/stepCount", token: owner, body: "anchor of Ada")
            try #require(anchor.status == 204)
        }

        func count() throws -> Int64 {
            try people.session.execute("select count(*) from health.sample")[0].int64(0)
        }

        func ask(
            _ path: String, _ query: [(String, String)] = [], method: String = "GET", body: String? = nil,
            headers: [String] = [], by token: String? = nil
        ) async throws -> RunningService.Answer {
            try await people.store.service.send(
                method, path, query: query, token: token ?? ben, body: body, headers: headers)
        }

        /// The status and the fields of an answer to HEAD.
        func head(
            _ path: String, _ query: [(String, String)], by token: String? = nil
        ) async throws -> RunningService.Answer {
            let query = query.map { "\($0.0)=\($0.1)" }.joined(separator: "&")
            let curl = try await Command.run(
                "/usr/bin/curl",
                [
                    "-sSI", "-o", "/dev/null", "-w", "%{http_code}%{header_json}", "-H",
                    "Authorization: Bearer \(token ?? ben)",
                    people.store.service.address + path + (query.isEmpty ? "" : "?" + query),
                ])
            let fields = try JSONSerialization.jsonObject(with: Data(curl.output.dropFirst(3).utf8))
            return RunningService.Answer(
                status: Int(curl.output.prefix(3)) ?? 0, body: "", headers: fields as? [String: [String]] ?? [:])
        }
    }

    /// An answer without its time, its id and the text that was asked about. An answer that comes
    /// before the caller is looked up has a time, whatever it is about.
    private func plain(_ answer: RunningService.Answer, without text: String) -> String {
        let fields = answer.headers.filter { !["date", "x-request-id"].contains($0.key) }
            .map { $0.key == "server-timing" ? $0.key : "\($0.key): \($0.value)" }.sorted()
        // One digit is part of the paths in hints.
        guard text.count > 1 else { return "\(answer.status) \(fields) \(answer.body)" }
        return "\(answer.status) \(fields) "
            + answer.body.replacing(text, with: "TEXT")
            .replacing(text.lowercased(), with: "TEXT").replacing(#/"anchor":"[^"]*"/#, with: "ANCHOR")
    }

    private static let range = [("from", "2024-05-01"), ("to", "2024-05-03"), ("timeZone", "UTC")]

    @Test("a question about something hidden is answered as one about what does not exist")
    func unknown() async throws {
        try await World.with { world in
            func same(
                _ path: String, _ query: [(String, String)] = [], method: String = "GET", body: String? = nil,
                about hidden: String, as unknown: String
            ) async throws {
                func answer(_ text: String) async throws -> RunningService.Answer {
                    try await world.ask(
                        path.replacing("ID", with: text), query.map { ($0, $1.replacing("ID", with: text)) },
                        method: method, body: body?.replacing("ID", with: text))
                }
                let (given, expected) = (try await answer(hidden), try await answer(unknown))
                #expect(
                    plain(given, without: hidden) == plain(expected, without: unknown), "\(method) \(path) \(query)")
            }
            try await same("/v1/workouts/ID", about: world.workout, as: world.unknown)
            for query in [[("type", "ID")], [("type", "ID"), ("unit", "florps")], [("type", "ID"), ("unit", "kg")]] {
                try await same("/v1/samples", query, about: world.ownType, as: world.noType)
                for path in ["/v1/statistics", "/v1/explain"] {
                    try await same(path, query + Self.range, about: world.ownType, as: world.noType)
                }
            }
            for path in ["/v1/latest", "/v1/changes"] {
                try await same(path, [("types", "ID")], about: world.ownType, as: world.noType)
            }
            try await same("/v1/sources/priority", [("type", "ID")], about: world.ownType, as: world.noType)
            for source in ["Watch", "Lab"] {
                try await same("/v1/samples", [("type", "stepCount"), ("source", "ID")], about: source, as: "None")
            }
            for id in 1...4 where id != 1 {
                try await same("/v1/samples", [("type", "stepCount"), ("source", "ID")], about: "\(id)", as: "9")
            }
            let asked = #"{"timeZone": "UTC", "uuids": [{"type": "T", "date": "2024-05-01", "uuids": ["ID"]}]}"#
            for type in ["stepCount", "heartRate"] {
                try await same(
                    "/v1/reconcile", method: "POST", body: asked.replacing("\"T\"", with: "\"\(type)\""),
                    about: world.hidden, as: world.unknown)
            }
            // What Ada uploaded and stored.
            for path in ["/v1/imports/ID", "/v1/imports/ID/refusals", "/v1/imports/ID/stream"] {
                try await same(path, about: "1", as: "7")
            }
            try await same("/v1/imports/ID", method: "DELETE", about: "1", as: "7")
            try await same("/v1/anchors/phone/ID", about: "stepCount", as: "bodyMass")
            #expect(try await world.ask("/v1/imports/1", by: world.owner).body.contains(#""state":"receiving""#))
        }
    }

    @Test("a deletion of a hidden sample is answered as one of an unknown uuid, and deletes nothing")
    func deletions() async throws {
        try await World.with { world in
            func delete(_ uuid: String) async throws -> RunningService.Answer {
                try await world.ask("/v1/batches", method: "POST", body: #"{"deleted": ["\#(uuid)"]}"#)
            }
            let (given, expected) = (try await delete(world.hidden), try await delete(world.unknown))
            #expect(plain(given, without: world.hidden) == plain(expected, without: world.unknown))
            #expect(try world.count() == 4)
            // Ben, who may read and write it, may delete it.
            #expect(try await delete(world.seen).status == 200)
            #expect(try world.count() == 3)
        }
    }

    @Test("keys of other holders, and of tokens that may more, replay nothing")
    func keys() async throws {
        try await World.with { world in
            func post(_ body: String, by token: String) async throws -> RunningService.Answer {
                try await world.ask(
                    "/v1/batches", method: "POST", body: body, headers: ["Idempotency-Key: k"], by: token)
            }
            func body(_ uuid: String) -> String {
                #"{"samples": [{"uuid": "\#(uuid)", "type": "stepCount", "startDate": "2024-05-01T12:00:00Z", "endDate": "2024-05-01T12:01:00Z", "value": 5, "unit": "count", "source": {"name": "App"}}]}"#
            }
            let first = body("00000000-0000-4000-8000-000000000010")
            let owners = try await post(first, by: world.owner)
            #expect(owners.status == 200 && owners.body.contains(#/"changePosition":\d/#), "\(owners.body)")
            let narrowed = try world.people.token(
                AccessTerms(rights: .write, scope: AccessScope(groups: [.activity]))
            ).text
            for token in [world.ben, narrowed] {
                let same = try await post(first, by: token)
                #expect(same.status == 200 && same.header("Idempotency-Replayed") == nil, "\(same.body)")
                #expect(!same.body.contains(#/"changePosition":\d/#), "\(same.body)")
                // Each has used the key with this body alone.
                let again = try await post(first, by: token)
                #expect(again.header("Idempotency-Replayed") == "true" && again.body == same.body)
                let other = try await post(body("00000000-0000-4000-8000-000000000011"), by: token)
                other.expect(409, "idempotency_key_reused")
            }
            let replayed = try await post(first, by: world.owner)
            #expect(replayed.header("Idempotency-Replayed") == "true" && replayed.body == owners.body)
        }
    }

    @Test("a validator of the owner saves a narrowed caller a body only if the bytes are the same")
    func validators() async throws {
        try await World.with { world in
            let questions: [(path: String, query: [(String, String)], isSame: Bool)] = [
                ("/v1/statistics", Self.range + [("type", "stepCount")], false),
                ("/v1/statistics", Self.range + [("type", "heartRate")], false),
                ("/v1/statistics-collection", Self.range + [("type", "heartRate"), ("interval", "day")], false),
                ("/v1/summaries", Self.range + [("types", "stepCount,heartRate")], false),
                ("/v1/sleep", Self.range, true), ("/v1/latest", [("types", "heartRate")], false),
            ]
            for (path, query, isSame) in questions {
                let owners = try await world.ask(path, query, by: world.owner)
                let bens = try await world.ask(path, query)
                let (tag, own) = (try #require(owners.header("ETag")), try #require(bens.header("ETag")))
                #expect((tag == own) == (owners.body == bens.body) && (tag == own) == isSame, "\(path) \(query)")
                let asked = try await world.ask(path, query, headers: ["If-None-Match: \(tag)"])
                #expect(asked.status == (isSame ? 304 : 200), "\(path) \(query)")
                if !isSame { #expect(plain(asked, without: "-") == plain(bens, without: "-"), "\(path)") }
                #expect(bens.headers["vary"]?.joined().contains("Authorization") == true, "\(path)")
                #expect(bens.header("Cache-Control")?.contains("private") == true, "\(path)")
            }
        }
    }

    @Test("HEAD tells what GET tells, and no answer to a narrowed caller has a time")
    func heads() async throws {
        try await World.with { world in
            let paths: [(String, [(String, String)])] = [
                ("/v1/samples", [("type", "heartRate")]), ("/v1/samples", [("type", "stepCount")]),
                ("/v1/types", [("hasSamples", "true")]), ("/v1/sources", []), ("/v1/latest", []),
                ("/v1/workouts/\(world.workout)", []), ("/v1/imports/1", []), ("/v1/characteristics", []),
                ("/v1/statistics", Self.range + [("type", "heartRate")]), ("/v1/access", []),
            ]
            for (path, query) in paths {
                let got = try await world.ask(path, query)
                let head = try await world.head(path, query)
                #expect(head.status == got.status, "\(path)")
                for answer in [got, head] { #expect(answer.header("Server-Timing") == nil, "\(path)") }
                for name in ["content-length", "content-type", "etag", "cache-control", "vary"] {
                    #expect(head.headers[name] == got.headers[name], "\(path) \(name)")
                }
            }
            // The owner is told, so the field is left out on purpose.
            let owners = try await world.ask("/v1/samples", [("type", "heartRate")], by: world.owner)
            #expect(owners.header("Server-Timing") != nil)
            for (_, token) in [("owner", world.owner), ("ben", world.ben)] {
                let head = try await world.head("/v1/samples", [("type", "heartRate")], by: token)
                let got = try await world.ask("/v1/samples", [("type", "heartRate")], by: token)
                #expect(head.header("Content-Length") == "\(got.data.count)")
            }
        }
    }
}
