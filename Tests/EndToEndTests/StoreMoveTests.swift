import Foundation
import HealthCore
import HealthDatabase
import Postgres
import TestSupport
import Testing

/// Tests of `healthstore export --all`, and of `healthstore import` with its file.
@Suite struct StoreMoveTests {
    private static let loggedAt = Instant(seconds: 1_714_557_600)

    /// The files of a store with two people, and what its clients have.
    private struct Moved {
        var directory: String
        var digest: StoreDigest?
        /// The grants about Ada and the tokens that move, as texts.
        var access: [String] = []
        /// Tokens of Ada's own holder, of the phone, of the reader whose grant ends, and a revoked
        /// one of Ada.
        var own, phone, reader, revoked: BearerToken
        var operatorToken: OperatorToken
        /// An anchor of Ada's feed, and a sealed one of the phone.
        var anchor, sealed: String
        var file: String { directory + "/store.ndjson" }
    }

    private func run(_ arguments: [String], on conninfo: String, status: Int32 = 0) async throws -> Command {
        let command = try await Command.healthstore(arguments, database: conninfo)
        #expect(command.status == status, "\(arguments): \(command.output)\(command.errors)")
        return command
    }

    /// Makes a store, exports it, and calls `body`.
    private func withExport(_ body: (Moved) async throws -> Void) async throws {
        try await withTemporaryDirectory { directory in
            try await ServedStore.with { store in
                let session = try Session(conninfo: store.conninfo)
                var moved = try await fill(store, session, directory)
                let exported = try await run(["export", "--all", moved.file], on: store.conninfo)
                #expect(exported.errors.contains("exported 2 people, 307 samples, 3 holders, 3 grants and 5 tokens"))
                #expect(exported.errors.contains("healthstore analyst add: anna"))
                moved.digest = try StoreDigest.read(session)
                moved.access = try access(session)
                try await body(moved)
            }
        }
    }

    private func fill(_ store: ServedStore, _ session: Session, _ directory: String) async throws -> Moved {
        let (gone, ada, bea) = (
            try PersonStore.create(name: "Gone", session), try PersonStore.create(name: "Ada", session),
            try PersonStore.create(name: "Bea", session)
        )
        _ = try PersonEraser.erase(gone, session)
        func holder(_ name: String, _ terms: AccessTerms) throws -> Holder {
            let holder = try HolderStore.add(name: name, session)
            _ = try GrantStore.add(terms, about: ada, to: holder, session)
            return holder
        }
        try HolderStore.remove(try HolderStore.add(name: "removed", session), session)
        let phone = try holder("phone", AccessTerms(rights: .write, scope: .allGroups))
        let reader = try holder("reader", AccessTerms(rights: .read, scope: AccessScope(groups: [.activity])))
        _ = try HolderStore.add(name: "spare", session)
        let own = try TokenStore.create(for: ada, name: "own", session)
        let revoked = try TokenStore.create(for: ada, name: "revoked", session)
        let tokens = try [phone, reader].map { try TokenStore.create(for: ada, name: "", holder: $0, session) }
        _ = try TokenStore.createLogin(for: ada, now: .now, session)
        try session.executeScript(
            """
            insert into health.holder (name, role) values ('anna', 'anna');
            insert into health.access_grant (person_id, grant_id, holder_id, may_read, all_groups)
            select \(ada.id), gen_random_uuid(), holder_id, true, true from health.holder where role = 'anna'
            """)
        try await post(store, own, 300)
        var other = step()
        other["type"] = "other type"
        #expect(try await store.post(["samples": [other]], token: own.text).status == 200)
        _ = try GrantStore.add(
            AccessTerms(rights: .read, scope: AccessScope(types: ["other type"])), about: ada,
            to: try HolderStore.own(of: bea, session), session)
        try await post(store, tokens[0], 4)
        try await post(store, try TokenStore.create(for: bea, name: "bea", session), 1)
        // Ada and then the phone save this sample.
        let shared = step(UUID().uuidString)
        for token in [own, tokens[0]] {
            #expect(try await store.post(["samples": [shared]], token: token.text).status == 200)
        }
        let stored = try await store.service.send(
            "PUT", "/v1/anchors/x/stepCount", token: tokens[0].text, body: "anchor")
        let chosen = try await store.service.send(
            "PUT", "/v1/preferences", token: tokens[1].text, body: #"{"pinned":["stepCount"]}"#)
        #expect(stored.status == 204 && chosen.status == 200, "\(chosen.body)")
        try TokenStore.revoke(revoked.tokenID, of: ada, session)
        try GrantStore.revokeAll(of: reader, about: ada, session)
        // The service writes its own entries at some later time.
        try AccessLogStore.add(
            [
                AccessLogEntry(
                    personID: ada.id, time: StoreMoveTests.loggedAt, holderID: phone.id,
                    credentialID: tokens[0].tokenID,
                    method: "GET", route: "/v1/samples", types: ["a", "b"], from: "2024-05-01", to: nil, status: 200,
                    rowCount: 7, answerBytes: 12)
            ], session)
        func anchor(_ token: BearerToken) async throws -> String {
            let answer = try await store.get("/v1/changes?limit=2", token: token.text)
            return try #require(try answer.object["anchor"] as? String, "\(answer.body)")
        }
        return Moved(
            directory: directory, own: own, phone: tokens[0],
            reader: tokens[1], revoked: revoked,
            operatorToken: try OperatorTokenStore.create(name: "operator", expires: nil, session),
            anchor: try await anchor(own), sealed: try await anchor(tokens[0]))
    }

    private func post(_ store: ServedStore, _ token: BearerToken, _ count: Int) async throws {
        let samples = (0..<count).map { step(value: Double($0)) }
        try await store.post(["samples": samples], token: token.text).expect(200)
    }

    /// Returns the grants and tokens about Ada, except those of her own holder's grant, of analysts
    /// and of login links.
    private func access(_ session: Session) throws -> [String] {
        let ada = try PersonStore.find(name: "Ada", session)
        let grants = try GrantStore.list(about: ada, session).filter { !$0.isOwn && $0.holder.role == nil }
        let tokens = try TokenStore.list(for: ada, session).filter { $0.kind == .token }
        return grants.map { "\($0)" } + tokens.map { "\($0)" }
    }

    /// Checks that the access log of Ada has the entry that `fill` wrote.
    private func expectLogged(_ session: Session) throws {
        var query = AccessLogStore.Query()
        query.to = Instant(microseconds: StoreMoveTests.loggedAt.microseconds + 1)
        let page = try AccessLogStore.page(of: try PersonStore.find(name: "Ada", session), query, session)
        let entry = try #require(page.entries.first)
        #expect(page.entries.count == 1 && entry.time == StoreMoveTests.loggedAt)
        #expect(entry.holder == "phone" && entry.credentialKind == "token" && entry.method == "GET")
        #expect(entry.route == "/v1/samples" && entry.types == ["a", "b"] && entry.from == "2024-05-01")
        #expect(entry.to == nil && entry.status == 200 && entry.rowCount == 7 && entry.answerBytes == 12)
    }

    /// Compares the people of a store with those that were exported, except for positions.
    private func expectSame(_ moved: Moved, _ session: Session) throws {
        func parts(_ digest: StoreDigest) -> [String] {
            digest.people.map { "\($0.uuid) \($0.samples) \($0.deleted) \($0.sha256)" }
        }
        let expected = try #require(moved.digest)
        #expect(try parts(StoreDigest.read(session)) == parts(expected))
    }

    @Test("a store moves with its people, tokens and grants, and no token works there that did not work before")
    func moved() async throws {
        try await withExport { moved in
            let mode = try FileManager.default.attributesOfItem(atPath: moved.file)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            try await ServedStore.with { store in
                let restored = try await run(["import", moved.file], on: store.conninfo)
                #expect(restored.output.contains("restored 2 people, 307 samples, 3 holders, 3 grants and 5 tokens"))
                let session = try Session(conninfo: store.conninfo)
                try expectSame(moved, session)
                #expect(try access(session) == moved.access)
                try expectLogged(session)
                func status(_ token: BearerToken, _ target: String) async throws -> Int {
                    try await store.get(target, token: token.text).status
                }
                func samples(_ token: BearerToken) async throws -> Int? {
                    let answer = try await store.get("/v1/samples?type=stepCount&limit=1000", token: token.text)
                    return (try answer.object["samples"] as? [Any])?.count
                }
                #expect(try await samples(moved.own) == 305)
                // The phone may only write, so it reads what it saved itself.
                #expect(try await samples(moved.phone) == 5)
                #expect(try await status(moved.revoked, "/v1/types") == 401)
                #expect(try await samples(moved.reader) == 0)
                #expect(try OperatorTokenStore.isValid(moved.operatorToken, session))
                for (token, anchor) in [(moved.own, moved.anchor), (moved.phone, moved.sealed)] {
                    let answer = try await store.get("/v1/changes?anchor=\(anchor)", token: token.text)
                    answer.expect(410, "anchor_expired")
                }
                let kept = try await store.get("/v1/anchors/x/stepCount", token: moved.phone.text)
                #expect(kept.body == "anchor")
                #expect(
                    try session.execute("select name from health.token order by name collate \"C\"").map {
                        try $0.text(0)
                    }
                        == ["", "", "bea", "own", "revoked"].sorted())
                // The ids of an erased person and of a removed holder are not given again.
                let next = try PersonStore.create(name: "Next", session)
                #expect(next.id > moved.own.personID)
                try HolderStore.remove(try HolderStore.add(name: "again", session), session)
                let again = try await run(["import", moved.file], on: store.conninfo, status: 1)
                #expect(again.errors.contains("the store has people"))
            }
        }
    }

    @Test(
        "an import of a store that is killed goes on, adds nothing twice, and no token works before the end",
        .disabled(if: TestServer.isCluster, "the coordinator does not see who waits for a lock on another server"),
        .enabled(if: LongRun.isOn))
    func killed() async throws {
        try await withExport { moved in
            try await TestServer.shared().withMigratedDatabase { conninfo in
                let session = try Session(conninfo: conninfo)
                // These locks stop the import in Ada's transaction, in Bea's, and in that of the
                // access.
                let stops = [
                    "lock table health.series_quantity in share mode",
                    "insert into health.person (person_id, name) overriding system value values (999, 'Bea')",
                    "lock table health.operator_token in share mode",
                ]
                for (people, stop) in stops.enumerated() {
                    let other = try Session(conninfo: conninfo)
                    try other.executeScript("begin; \(stop)")
                    let process = BackgroundProcess(
                        try Command.product(), ["import", moved.file, "--database-url", conninfo])
                    try process.start()
                    try await wait(for: "the import waits for a lock") {
                        try session.execute(
                            """
                            select exists (
                                select 1 from pg_stat_activity
                                where datname = current_database() and wait_event_type = 'Lock')
                            """)[0].bool(0)
                    }
                    await process.killAndWait()
                    try other.executeScript("rollback")
                    let stored = try session.execute("select count(*) from health.person")[0].int64(0)
                    #expect(stored == Int64(people))
                    #expect(try TokenStore.caller(for: moved.own, session) == nil)
                }
                let restored = try await run(["import", moved.file], on: conninfo)
                #expect(restored.output.contains("an interrupted import had restored 2 of the people"))
                #expect(try TokenStore.caller(for: moved.own, session) != nil)
                try expectSame(moved, session)
            }
        }
    }

    @Test(
        "a file that is truncated, changed or newer, and a store that is not empty, are refused, and nothing is stored")
    func refused() async throws {
        try await withExport { moved in
            let text = try String(contentsOfFile: moved.file, encoding: .utf8)
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            let half = lines.prefix(lines.count / 2).joined(separator: "\n")
            let damages = [
                (half, "the file ends behind line"), (String(text.dropLast(3)), "the file ends behind line"),
                (text.replacing("\"value\":299", with: "\"value\":298"), "the file was changed"),
                (text.replacing("\"format\" : 1,", with: "\"format\" : 9,"), "the file has format 9.3"),
                (text + text, "comes behind the last"),
            ]
            try await TestServer.shared().withMigratedDatabase { conninfo in
                let session = try Session(conninfo: conninfo)
                let path = moved.directory + "/damaged"
                for (damaged, message) in LongRun.isOn ? damages : Array(damages[1...3]) {
                    try Data(damaged.utf8).write(to: URL(fileURLWithPath: path))
                    let answer = try await run(["import", path], on: conninfo, status: 1)
                    #expect(answer.errors.contains(message), "\(answer.errors)")
                }
                #expect(try session.execute("select 1 from health.person").isEmpty)
                let person = try await run(["import", moved.file, "--person", "Ada"], on: conninfo, status: 64)
                #expect(person.errors.contains("--person is not for a whole store"))
                _ = try HolderStore.add(name: "phone", session)
                let occupied = try await run(["import", moved.file], on: conninfo, status: 1)
                #expect(occupied.errors.contains("the store has holders"), "\(occupied.errors)")
                #expect(try session.execute("select 1 from health.person").isEmpty)
            }
        }
    }
}
