import Foundation
import HealthCore
import HealthDatabase
import Postgres
import TestSupport
import Testing

/// Tests of `healthstore export --all`, and of `healthstore import` with its file.
@Suite(.disabled(if: TestServer.isCluster, "a store is not moved to or from a cluster")) struct StoreMoveTests {
    /// A service deletes old entries.
    private static let loggedAt = Instant(seconds: Int64(Date.now.timeIntervalSince1970) - 3_600)

    /// The files of a store with two people, and what its clients have.
    private struct Moved {
        var directory: String
        var digest: StoreDigest?
        /// The grants about Ada and the tokens, as texts.
        var access: [String] = []
        /// Tokens of Ada's own holder, of the phone, of the reader whose grant ends, and a revoked
        /// one of Ada.
        var own, phone, reader, revoked: BearerToken
        var operatorToken: OperatorToken
        /// An anchor of Ada's feed, and a sealed one of the phone.
        var anchor, sealed: String
        var file: String { directory + "/store.dump" }
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
                #expect(exported.errors.contains("exported 2 people"))
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

    /// Calls `body` with a service of the moved store.
    private func withRestored(
        _ moved: Moved, _ arguments: [String] = [], _ body: (ServedStore, Command) async throws -> Void
    ) async throws {
        try await TestServer.shared().withDatabase { conninfo in
            let restored = try await run(["import", moved.file] + arguments, on: conninfo)
            let service = try await RunningService.start(["--database-url", conninfo])
            defer { service.process.kill() }
            try await body(ServedStore(service: service, conninfo: conninfo), restored)
        }
    }

    /// Returns true if the database has anything of a store.
    private func hasStore(_ conninfo: String) throws -> Bool {
        let schemas = "select count(*) from pg_namespace where nspname like 'health%'"
        return try Session(conninfo: conninfo).execute(schemas)[0].int64(0) > 0
    }

    @Test("a store moves with its people, tokens, grants and feeds, and analysts do not move")
    func moved() async throws {
        try await withExport { moved in
            let mode = try FileManager.default.attributesOfItem(atPath: moved.file)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            try await withRestored(moved) { store, restored in
                #expect(restored.output.contains("restored 2 people"))
                #expect(restored.output.contains("healthstore analyst add: anna"))
                let session = try Session(conninfo: store.conninfo)
                #expect(try StoreDigest.read(session) == moved.digest)
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
                    #expect(try await status(token, "/v1/changes?anchor=\(anchor)") == 200)
                }
                let kept = try await store.get("/v1/anchors/x/stepCount", token: moved.phone.text)
                #expect(kept.body == "anchor")
                // The ids of an erased person and of a removed holder are not given again.
                let next = try PersonStore.create(name: "Next", session)
                #expect(next.id > moved.own.personID)
                let doctor = try await Command.healthstore(["doctor"], database: store.conninfo)
                // The server of the tests does not write to the disk.
                let problems = doctor.output.split(separator: "\n").filter {
                    $0.hasPrefix("PROBLEM") && !$0.hasSuffix(" is off")
                }
                #expect(problems == [])
                let again = try await run(["import", moved.file], on: store.conninfo, status: 1)
                #expect(again.errors.contains("the database has a store already"))
            }
        }
    }

    @Test("people whom the list of the target says to be erased do not come back")
    func erased() async throws {
        try await withExport { moved in
            let digest = try #require(moved.digest)
            let list = moved.directory + "/erased"
            for person in digest.people { try ErasedList(path: list).addErased(person.uuid) }
            // If root runs the tests, the import runs as another user.
            for (path, mode) in [(moved.directory, 0o777), (list, 0o666)] {
                try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
            }
            try await withRestored(moved, ["--erased-list", list]) { store, restored in
                #expect(restored.errors.contains("the database has 2 people of the list of erased people"))
                let answer = try await store.get("/v1/types", token: moved.own.text)
                #expect(answer.status == 401)
            }
        }
    }

    @Test("a file that was cut or changed, or that another version wrote, is refused, and nothing is stored")
    func refused() async throws {
        try await withExport { moved in
            let file = try Data(contentsOf: URL(fileURLWithPath: moved.file))
            var damages = [file.dropLast(3), file.prefix(file.count / 2)]
            for place in [file.count / 50, file.count / 2, file.count - 6] {
                var changed = file
                changed[place] ^= 1
                damages.append(changed)
            }
            try await TestServer.shared().withDatabase { conninfo in
                let path = moved.directory + "/damaged"
                for damaged in damages {
                    try damaged.write(to: URL(fileURLWithPath: path))
                    let answer = try await run(["import", path], on: conninfo, status: 1)
                    #expect(answer.errors.contains("the file is damaged, or its end is missing"), "\(answer.errors)")
                }
                let changeVersion = #"gzip -dc "$0" | LC_ALL=C sed 's/tables\t......../tables\t00000000/' | gzip >"$1""#
                _ = try await Command.run("/bin/sh", ["-c", changeVersion, moved.file, path])
                let other = try await run(["import", path], on: conninfo, status: 1)
                #expect(other.errors.contains("the file was written by another version"), "\(other.errors)")
                let person = try await run(["import", moved.file, "--person", "Ada"], on: conninfo, status: 64)
                #expect(person.errors.contains("--person is not for a whole store"))
                #expect(try !hasStore(conninfo))
            }
        }
    }

    @Test("an export or import that is stopped leaves nothing")
    func stopped() async throws {
        try await withExport { moved in
            /// Stops the command while it waits for a lock that `lock` takes.
            func stop(_ arguments: [String], _ conninfo: String, lock: String) async throws -> String {
                let (other, watcher) = (try Session(conninfo: conninfo), try Session(conninfo: conninfo))
                try other.executeScript("begin; \(lock)")
                let process = BackgroundProcess(try Command.product(), arguments + ["--database-url", conninfo])
                try process.start()
                try await wait(for: "the command waits for a lock") {
                    try watcher.sessionCount(where: "wait_event_type = 'Lock'") > 0
                }
                process.terminate()
                #expect(await process.waitForExit(seconds: 10) == 1)
                try other.executeScript("rollback")
                return process.errors
            }
            try await TestServer.shared().withMigratedDatabase { conninfo in
                let path = moved.directory + "/stopped"
                let errors = try await stop(
                    ["export", "--all", path], conninfo, lock: "lock table health.sample in access exclusive mode")
                #expect(errors.contains("cancelled; no file was written"))
                #expect(try FileManager.default.contentsOfDirectory(atPath: moved.directory) == ["store.dump"])
            }
            try await TestServer.shared().withDatabase { conninfo in
                let errors = try await stop(["import", moved.file], conninfo, lock: "create schema health")
                #expect(errors.contains("cancelled; nothing was imported"))
                #expect(try !hasStore(conninfo))
            }
        }
    }
}
