import Foundation
import HealthCore
import HealthDatabase
import Postgres
import TestSupport
import Testing

/// The access log of a served store, and the administration of people.
@Suite struct AccessLogTests {
    private func entries(_ store: ServedStore, _ token: String, _ query: [(String, String)] = []) async throws
        -> [[String: Any]]
    {
        try await store.object("/v1/access-log", query, token: token)["entries"] as? [[String: Any]] ?? []
    }

    @Test("a request is in the log after about a second, with its types and range and without values")
    func log() async throws {
        try await ServedStore.withAda { store, token in
            #expect(try await store.post(["samples": [step(value: 47_114_711)]], token: token).status == 200)
            let asked = [
                ("type", "stepCount"), ("from", "2024-05-01"), ("to", "2024-05-02"), ("timeZone", "UTC"),
            ]
            #expect(try await store.get("/v1/statistics", asked, token: token).status == 200)
            let bad = [("type", "stepCount"), ("from", "72 bpm"), ("to", "2024-05-02"), ("timeZone", "UTC")]
            #expect(try await store.get("/v1/samples", bad, token: token).status == 400)
            #expect(try await store.get("/v1/workouts/\(UUID())", token: token).status == 404)
            // A request that is not about a person has no entry.
            #expect(try await store.get("/v1/types", token: token + "0").status == 401)
            // The questions of the wait have entries, too.
            let expected: Set = ["/v1/batches", "/v1/statistics", "/v1/workouts/{uuid}"]
            var log: [[String: Any]] = []
            try await wait(for: "the entries") {
                log = try await entries(store, token)
                return expected.isSubset(of: log.compactMap { $0["route"] as? String })
            }
            let entry = try #require(log.first { $0["route"] as? String == "/v1/statistics" })
            try expect(
                entry,
                has: [
                    "types": ["HKQuantityTypeIdentifierStepCount"], "from": "2024-05-01", "to": "2024-05-02",
                    "holder": "Ada", "status": 200, "rowCount": 1,
                ])
            let missing = try #require(log.first { $0["route"] as? String == "/v1/workouts/{uuid}" })
            #expect(missing["rowCount"] is NSNull)
            #expect((entry["credential"] as? [String: Any])?["name"] as? String == "test")
            let stored = try Session(conninfo: store.conninfo)
                .execute("select string_agg(log::text, ' ') from health.access_log log")[0].text(0)
            #expect(!stored.contains("47114711") && !stored.contains("bpm"))
            #expect(try await entries(store, token, [("holder", "Bea")]).isEmpty)
            #expect(try await entries(store, token, [("limit", "1")]).count == 1)
            let empty = try await store.get(
                "/v1/access-log", [("from", "2024-05-02"), ("to", "2024-05-01")], token: token)
            empty.expect(400, "empty_range")
            let printed = try await Command.healthstore(
                ["access", "log", "Ada", "--limit", "3"], database: store.conninfo)
            #expect(printed.status == 0 && printed.output.split(separator: "\n").count == 5, "\(printed.errors)")
        }
    }

    @Test("the log counts the samples, buckets and changes of an answer, in each of its formats")
    func rows() async throws {
        try await ServedStore.withAda { store, token in
            let samples = (0..<5).map { step(start: "2024-05-01T10:0\($0):00Z", end: "2024-05-01T10:0\($0):30Z") }
            #expect(try await store.post(["samples": samples], token: token).status == 200)
            let range = [("from", "2024-05-01"), ("to", "2024-05-08"), ("timeZone", "UTC"), ("type", "stepCount")]
            func ask(_ path: String, _ query: [(String, String)], _ accept: String = "application/json") async throws {
                try await store.get(path, query, token: token, headers: ["Accept: \(accept)"]).expect(200)
            }
            for accept in ["application/json", "application/x-ndjson"] {
                try await ask("/v1/samples", [("type", "stepCount"), ("limit", "3")], accept)
            }
            for accept in ["application/json", "text/csv"] {
                try await ask("/v1/statistics-collection", range + [("interval", "day")], accept)
            }
            try await ask("/v1/changes", [])
            try await ask("/v1/types", [])
            try await wait(for: "the entries") { try await entries(store, token).count >= 7 }
            let counts = try await entries(store, token).reversed().map { $0["rowCount"] as? Int }
            #expect(Array(counts.prefix(7)) == [nil, 3, 3, 7, 7, 5, nil])
        }
    }

    @Test("a session that asks about another person is in the log of that person as a session, with its id")
    func sessionAboutAnother() async throws {
        try await TwoPeople.with { world in
            try world.share(AccessTerms(rights: .read, scope: AccessScope(groups: [.activity])))
            let session = try world.openSession(of: world.ben)
            let ada = ("person", world.ada.uuid.uuidString.lowercased())
            #expect(try await world.browse("GET", "/v1/types", [ada], session: session).status == 200)
            let token = try world.token().text
            try await wait(for: "the entry") { try await entries(world.store, token, [("holder", "Ben")]).count == 1 }
            let entry = try #require(try await entries(world.store, token, [("holder", "Ben")]).first)
            let credential = try #require(entry["credential"] as? [String: Any])
            try expect(credential, has: ["kind": "session", "id": session.tokenID.uuidString.lowercased()])
            // How Ben names his browsers is not Ada's to read.
            #expect(credential["name"] is NSNull)
        }
    }

    @Test("entries that wait when the service stops are written")
    func stop() async throws {
        try await TestServer.shared().withMigratedDatabase { conninfo in
            let session = try Session(conninfo: conninfo)
            let token = try TokenStore.create(
                for: try PersonStore.create(name: "Ada", session), name: "test", session
            ).text
            let service = try await RunningService.start(["--database-url", conninfo])
            for _ in 0..<5 { #expect(try await service.send("GET", "/v1/types", token: token).status == 200) }
            #expect(await service.process.stop() == 0)
            #expect(try session.execute("select count(*) from health.access_log")[0].int64(0) == 5)
        }
    }

    // MARK: People

    private func send(
        _ store: ServedStore, _ method: String, _ path: String, _ token: String, name: String? = nil
    ) async throws -> RunningService.Answer {
        try await store.service.send(method, path, token: token, body: name.map { #"{"name": "\#($0)"}"# })
    }

    @Test("an operator adds, renames, lists and erases people")
    func operators() async throws {
        try await ServedStore.with { store in
            func run(_ arguments: String...) async throws -> Command {
                try await Command.healthstore(arguments, database: store.conninfo)
            }
            let created = try await run("token", "create", "--operator", "--name", "console", "--expires", "90d")
            let token = created.output.trimmingCharacters(in: .whitespacesAndNewlines)
            #expect(created.status == 0 && token.hasPrefix("hsop_"), "\(created.errors)")
            let added = try await send(store, "POST", "/v1/people", token, name: "Ada")
            added.expect(201)
            let uuid = try #require(try added.object["uuid"] as? String)
            #expect(try await send(store, "POST", "/v1/people", token, name: "Ada").code == "person_exists")
            #expect(try await send(store, "POST", "/v1/people", token, name: "").code == "malformed_name")
            let session = try Session(conninfo: store.conninfo)
            let person = try TokenStore.create(for: try PersonStore.find(name: "Ada", session), name: "app", session)
                .text
            #expect(try await store.post(["samples": [step()]], token: person).status == 200)
            #expect(try await send(store, "PATCH", "/v1/people/\(uuid)", token, name: "Alex").status == 200)
            #expect(try await send(store, "PATCH", "/v1/people/\(UUID())", token, name: "X").code == "no_such_person")
            #expect(try await send(store, "GET", "/v1/people", token).body.contains("Alex"))
            let wrong = try await send(store, "DELETE", "/v1/people/\(uuid)", token, name: "Ada")
            wrong.expect(409, "wrong_name")
            try await send(store, "DELETE", "/v1/people/\(uuid)", token, name: "Alex").expect(202)
            #expect(try await store.get("/v1/types", token: person).status == 401)
            try await wait(for: "the rows to be deleted") {
                try session.execute("select from health.person").rowCount == 0
            }
            #expect(try session.execute("select from health.sample").rowCount == 0)
            #expect(try await send(store, "DELETE", "/v1/people/\(uuid)", token, name: "Alex").code == "no_such_person")
            let listed = try await run("token", "list", "--operator").output
            let id = try #require(listed.split(separator: "\n").last?.prefix(36))
            #expect(try await run("token", "revoke", String(id), "--operator").status == 0)
            #expect(try await send(store, "GET", "/v1/people", token).status == 401)
        }
    }

    @Test("person erase prints the rows of each table, keeps the uuid in the list, and names the copies that remain")
    func eraseCommand() async throws {
        try await withTemporaryDirectory { directory in
            try await ServedStore.ownWithAda(["--import-dir", directory + "/imports"]) { store, token in
                #expect(try await store.post(["samples": [step(), step()]], token: token).status == 200)
                let list = directory + "/erased"
                func run(_ arguments: String...) async throws -> Command {
                    try await Command.healthstore(arguments + ["--erased-list", list], database: store.conninfo)
                }
                #expect(try await run("person", "rename", "Ada", "Alex").status == 0)
                #expect(try await run("person", "erase", "Alex").status == 64)
                let erased = try await run("person", "erase", "Alex", "--yes").succeeded()
                #expect(erased.contains(#/\nsample +2\n/#) && erased.contains(#/\nperson +1\n/#))
                #expect(erased.contains("Other copies still hold Alex:\n") && erased.contains("pg_dump"))
                #expect(try String(contentsOfFile: list, encoding: .utf8).contains("erased "))
                #expect(try await store.get("/v1/types", token: token).status == 401)
                // After an older backup is restored, the person is in the store again. The next
                // command erases the person.
                let session = try Session(conninfo: store.conninfo)
                _ = try session.execute("update health.person set name = name")
                let uuid = try session.execute("select uuid from health.erased_person")[0].uuid(0)
                _ = try session.execute("delete from health.erased_person")
                _ = try session.execute("insert into health.person (uuid, name) values ($1, 'Alex')", [.uuid(uuid)])
                let listed = try await run("person", "list")
                #expect(listed.output.isEmpty && listed.errors.contains("older backup"), "\(listed.output)")
                let migrated = try await run("migrate")
                #expect(migrated.status == 0 && migrated.output.contains("erased Alex"), "\(migrated.errors)")
                #expect(try session.execute("select from health.person").rowCount == 0)
            }
        }
    }
}
