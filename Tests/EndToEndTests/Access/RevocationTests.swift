import Foundation
import HealthCore
import HealthDatabase
import Postgres
import TestSupport
import Testing

/// A credential or a grant that ends while requests with it run.
@Suite struct RevocationTests {
    @Test(
        "streams, a running upload and running lines end when the access ends",
        arguments: LongRun.isOn ? AccessEnd.allCases : [.sessionLoggedOut])
    func running(_ end: AccessEnd) async throws {
        try await RevocationWorld.with(end) { world in
            let streams = try ["", "?changes=true"].map {
                try EventClient(world.store, query: $0, headers: world.headers)
            }
            for stream in streams { try #require(await stream.opened(), "\(stream.process.output)") }
            let linePipe = try LinePipe(directory: world.imports.directory)
            let lines = try LineUpload(
                world.store, from: linePipe.path, query: "?chunk=100", headers: world.headers)
            try linePipe.write(StepLine.samples(0..<250))
            try await wait(for: "two chunks of lines") { try world.imports.sampleCount() == 200 }
            let (upload, piecePipe) = try await world.beginUpload()

            try await world.end(end)
            for stream in streams {
                #expect(await eventually { stream.process.hasEnded }, "\(stream.process.output.suffix(300))")
                #expect(stream.events.last?.name == "error", "\(stream.process.output.suffix(300))")
                #expect(["invalid_token", "anchor_expired"].contains(stream.events.last?.object["code"] as? String))
            }
            try linePipe.write(StepLine.samples(250..<450))
            try linePipe.end()
            let answer = await lines.answer()
            #expect(answer.status == end.status && answer.code == end.code, "\(answer.text)")
            #expect(answer.receipts.count == 2 && answer.firstLineNotStored == 201)
            // The upload ends although its body goes on. curl reads the answer after the body.
            try await wait(for: "the end of the upload") {
                try? piecePipe.write(" ")
                return try await world.upload()["bytesPerSecond"] is NSNull
            }
            try piecePipe.end()
            let refused = await upload.answer()
            refused.expect(end.status, end.code)
            #expect(try await world.upload()["state"] as? String == "receiving")
            // What was stored stays, and nothing more.
            #expect(try world.imports.sampleCount() == 200)
        }
    }

    @Test(
        "the next request and figures are refused, or answered as without data",
        arguments: LongRun.isOn ? AccessEnd.allCases : [.grantOverHTTP, .tokenByCommand, .sessionLoggedOut])
    func nextRequest(_ end: AccessEnd) async throws {
        try await RevocationWorld.with(end, scope: .everything) { world in
            let body = #"{"samples": [\#(StepLine.sample(1))]}"#
            func post() async throws -> RunningService.Answer { try await world.send("POST", "/v1/batches", body) }
            func read() async throws -> [RunningService.Answer] {
                var answers = [try await world.send("GET", "/v1/samples?type=stepCount")]
                let steps = "/v1/statistics?type=stepCount&timeZone=UTC&from=2024-05-10&to=2024-05-11"
                // The service remembers figures that were read twice.
                for _ in 0..<3 { answers.append(try await world.send("GET", steps)) }
                return answers
            }
            func hasData(_ answer: RunningService.Answer) -> Bool {
                answer.body.contains(StepLine.uuid(1)) || answer.body.contains(#""count":1"#)
            }
            #expect(try await post().status == 200)
            for answer in try await read() { #expect(answer.status == 200 && hasData(answer), "\(answer.body)") }
            try await world.end(end)
            try await post().expect(end.status, end.code)
            for answer in try await read() {
                #expect(answer.status == (end.isOfGrant ? 200 : 401) && !hasData(answer), "\(answer.body)")
            }
            #expect(try world.imports.sampleCount() == 1)
        }
    }

    @Test("figures after a further grant that hides names are those of the narrower access")
    func narrowerFigures() async throws {
        try await RevocationWorld.with(.grantByCommand, scope: .everything) { world in
            let body = #"{"samples": [\#(StepLine.sample(1))]}"#
            #expect(try await world.send("POST", "/v1/batches", body).status == 200)
            func sources() async throws -> String {
                try await world.send(
                    "GET",
                    "/v1/statistics?type=stepCount&timeZone=UTC&from=2024-05-10&to=2024-05-11&separateBySource=true"
                ).body
            }
            for _ in 0..<3 { #expect(try await sources().contains("Phone")) }
            let app = try HolderStore.find(name: "app", world.session)
            _ = try GrantStore.add(
                AccessTerms(rights: .read, scope: .everything, showsNames: false), about: world.ada, to: app,
                world.session)
            for _ in 0..<3 {
                let answer = try await sources()
                #expect(answer.contains(#""count":1"#) && !answer.contains("Phone"), "\(answer)")
            }
        }
    }

    @Test(
        "a running import ends and stores nothing, also while it is merged; what was stored before stays",
        arguments: [AccessEnd.tokenOverHTTP, .grantByCommand, .grantExpiry, .tokenExpiry].prefix(Rounds.count(4)))
    func runningImport(_ end: AccessEnd) async throws {
        let isMerging = [.grantExpiry, .tokenOverHTTP].contains(end)
        try await RevocationWorld.with(end) { world in
            let body = #"{"samples": [\#(StepLine.sample(1))]}"#
            #expect(try await world.send("POST", "/v1/batches", body).status == 200)
            let file = world.imports.directory + "/export.xml"
            // An import that still reads needs a long file, so that it has not ended before its access.
            try TestExport.xml(isMerging ? 10_000 : 150_000).write(to: URL(fileURLWithPath: file))
            let upload = try ImportWorld.Upload(world.imports, file: file, headers: world.headers)
            #expect(await upload.answer().status == 202)
            try await wait(for: "the first records") { try await world.upload().records("read") ?? 0 > 0 }
            // Merging needs the lock of the change feed, and reading does not.
            let lock = try world.lockFeed()
            if isMerging { try await world.waitForLock(lock) }
            try await world.end(end)
            try lock.executeScript("rollback")
            let report = try await world.imports.wait(1, token: world.owner)
            #expect(report["state"] as? String == "failed" && report.errorCode == "write_not_granted", "\(report)")
            #expect(try world.imports.sampleCount() == 1)
            #expect(await eventually { world.imports.spooledFiles.isEmpty })
        }
    }

    @Test("what a session has uploaded is imported after the session has ended, unless its holder may write no more")
    func importOfSession() async throws {
        try await RevocationWorld.with(.sessionByCommand) { world in
            let lock = try world.lockFeed()
            let file = world.imports.directory + "/export.xml"
            try TestExport.xml(3_000).write(to: URL(fileURLWithPath: file))
            let upload = try ImportWorld.Upload(world.imports, file: file, headers: world.headers)
            #expect(await upload.answer().status == 202)
            try await world.waitForLock(lock)
            try await world.end(.sessionByCommand)
            try lock.executeScript("rollback")
            let report = try await world.imports.wait(1, token: world.owner)
            #expect(report["state"] as? String == "finished", "\(report)")
            #expect(try world.imports.sampleCount() == 3_000)
        }
    }
}

/// How access ends.
enum AccessEnd: String, CaseIterable {
    case grantByCommand, grantOverHTTP, grantExpiry, holderRemoved
    case tokenByCommand, tokenOverHTTP, tokenExpiry
    case sessionByCommand, sessionOverHTTP, sessionLoggedOut

    var isOfGrant: Bool { [.grantByCommand, .grantOverHTTP, .grantExpiry].contains(self) }
    var isOfSession: Bool { [.sessionByCommand, .sessionOverHTTP, .sessionLoggedOut].contains(self) }
    /// The answer to a request that writes.
    var status: Int { isOfGrant ? 403 : 401 }
    var code: String { isOfGrant ? "write_not_granted" : "invalid_token" }
}

/// A person, and a credential that may read and write her steps: of the app, or her own session.
struct RevocationWorld {
    let imports: ImportWorld
    let session: Session
    let ada: Person
    /// A token of the person's own.
    let owner: String
    /// The credential that ends.
    let token: BearerToken
    let headers: [String]
    let grantID: UUID

    var store: ServedStore { imports.store }

    static func with(
        _ end: AccessEnd, scope: AccessScope = AccessScope(groups: [.activity]),
        _ body: (RevocationWorld) async throws -> Void
    ) async throws {
        try await ImportWorld.with { imports in
            let session = try Session(conninfo: imports.conninfo)
            let ada = try PersonStore.create(name: "Ada", session)
            let app = try HolderStore.add(name: "app", session)
            let grant = try GrantStore.add(
                AccessTerms(rights: [.read, .write], scope: scope), about: ada, to: app, session)
            let owner = try TokenStore.create(for: ada, name: "own", session)
            let token: BearerToken
            let headers: [String]
            if end.isOfSession {
                token = try #require(
                    try PageSessionStore.open(
                        login: try TokenStore.createLogin(for: ada, now: Instant.present, session), name: "Firefox",
                        session
                    ).opened)
                headers = ["Cookie: healthstore=\(token.text)", "Sec-Fetch-Site: same-origin"]
            } else {
                token = try TokenStore.create(for: ada, name: "app", holder: app, session)
                headers = ["Authorization: Bearer \(token.text)"]
            }
            try await body(
                RevocationWorld(
                    imports: imports, session: session, ada: ada, owner: owner.text, token: token, headers: headers,
                    grantID: grant.id))
        }
    }

    /// Sends a request with the credential.
    func send(_ method: String, _ path: String, _ body: String? = nil) async throws -> RunningService.Answer {
        try await imports.service.send(method, path, body: body, headers: headers)
    }

    /// Begins an upload and a second piece of it, whose body has no end yet.
    func beginUpload() async throws -> (ImportWorld.Upload, LinePipe) {
        let total = 1 << 30
        let file = imports.directory + "/first"
        try Data(repeating: 0x20, count: 50_000).write(to: URL(fileURLWithPath: file))
        let begun = try ImportWorld.Upload(
            imports, file: file, headers: headers + ["Content-Range: bytes 0-49999/\(total)"])
        #expect(await begun.answer().status == 201)
        let pipe = try LinePipe(directory: imports.directory)
        let upload = try ImportWorld.Upload(
            imports, "PUT", "/v1/imports/1", file: pipe.path,
            headers: headers + ["Content-Range: bytes 50000-\(total - 1)/\(total)"])
        try pipe.write(String(repeating: " ", count: 100_000))
        try await wait(for: "bytes of the second piece") {
            try await imports.get("/v1/imports/1", token: owner).object["receivedBytes"] as? Int ?? 0 > 50_000
        }
        return (upload, pipe)
    }

    /// The upload of `beginUpload`, or another first import of the person.
    func upload() async throws -> [String: Any] { try await imports.get("/v1/imports/1", token: owner).object }

    /// Locks the person's change feed until the transaction of the session ends.
    func lockFeed() throws -> Session {
        let session = try Session(conninfo: imports.conninfo)
        try session.executeScript("begin; select from health.change_counter where person_id = \(ada.id) for update")
        return session
    }

    func waitForLock(_ lock: Session) async throws {
        // On a cluster, the import waits on the server that has the person's rows.
        let waiting =
            TestServer.isCluster
            ? "citus_lock_waits join citus_stat_activity on global_pid = waiting_gpid where true"
            : "pg_stat_activity where wait_event_type = 'Lock'"
        try await wait(for: "an import that waits") {
            try lock.execute(
                """
                select count(*) from \(waiting) and datname = current_database() and application_name = 'healthstore imports'
                """)[0].int64(0) > 0
        }
    }

    func end(_ end: AccessEnd) async throws {
        let id = token.tokenID.uuidString.lowercased()
        switch end {
        case .grantByCommand: try await run(["access", "revoke", "--person", "Ada", "--holder", "app"])
        case .holderRemoved: try await run(["holder", "remove", "app"])
        case .grantOverHTTP: try await delete("/v1/grants/\(grantID.uuidString.lowercased())")
        case .tokenByCommand, .sessionByCommand: try await run(["token", "revoke", id, "--person", "Ada"])
        case .tokenOverHTTP: try await delete("/v1/tokens/\(id)")
        case .sessionLoggedOut: #expect(try await send("DELETE", "/v1/sessions/current").status == 204)
        case .sessionOverHTTP:
            let other = try #require(
                try PageSessionStore.open(
                    login: try TokenStore.createLogin(for: ada, now: Instant.present, session), name: "Safari", session
                ).opened)
            try await imports.service.send(
                "DELETE", "/v1/sessions/\(id)",
                headers: ["Cookie: healthstore=\(other.text)", "Sec-Fetch-Site: same-origin"]
            ).expect(204)
        case .grantExpiry: try await expire("access_grant", "grant_id", grantID)
        case .tokenExpiry: try await expire("token", "token_id", token.tokenID)
        }
    }

    /// Lets a grant or token expire after two seconds. The notification makes the streams look, so
    /// that they learn of it.
    private func expire(_ table: String, _ column: String, _ id: UUID) async throws {
        _ = try session.execute(
            "update health.\(table) set expires_at = now() + interval '2 seconds' where \(column) = $1", [.uuid(id)])
        _ = try session.execute(
            "select pg_notify('\(ChangeNotification.channel)', $1) is null", [.text("\(ada.id)")])
        try await wait(for: "the expiry") {
            try session.execute("select expires_at <= now() from health.\(table) where \(column) = $1", [.uuid(id)])[0]
                .bool(0)
        }
    }

    private func run(_ arguments: [String]) async throws {
        try await Command.healthstore(arguments, database: imports.conninfo).succeeded(arguments)
    }

    private func delete(_ path: String) async throws {
        let answer = try await imports.service.send("DELETE", path, token: owner)
        #expect(answer.status == 204, "\(path): \(answer.body)")
    }
}
