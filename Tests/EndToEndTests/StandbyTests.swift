import Foundation
import HealthDatabase
import Postgres
import TestSupport
import Testing

@testable import HealthAPI

/// Tests the service on a hot standby, beside the service of the primary.
@Suite struct StandbyTests {
    /// Two services: one of the primary, which writes, and one of the standby, which reads.
    private struct World {
        let pair: StandbyPair
        /// A person with data of every kind, on the primary.
        let access: AccessWorld
        let standby: ServedStore

        var primary: ServedStore { access.store }

        /// - Parameter arguments: further arguments of the service on the standby.
        static func with(_ arguments: [String] = [], _ body: (World) async throws -> Void) async throws {
            try await StandbyPair.with(prepare: { conninfo in
                let migrated = try await Command.healthstore(["migrate"], database: conninfo)
                try #require(migrated.status == 0, "\(migrated.errors)")
            }) { pair in
                let admin = ["--admin", "127.0.0.1:0"]
                let writing = ["--database-url", pair.primaryConninfo, "--figure-refresh", "off"] + admin
                try await serving(writing, pair.primaryConninfo) { primary in
                    let access = try await AccessWorld.filled(primary)
                    let reading = ["--database-url", pair.standbyConninfo, "--read-only"] + admin + arguments
                    try await serving(reading, pair.standbyConninfo) { standby in
                        try await pair.waitForReplay()
                        try await body(World(pair: pair, access: access, standby: standby))
                    }
                }
            }
        }

        /// Runs a service. It is killed if `body` fails.
        private static func serving(
            _ arguments: [String], _ conninfo: String, _ body: (ServedStore) async throws -> Void
        ) async throws {
            let service = try await RunningService.start(arguments)
            do { try await body(ServedStore(service: service, conninfo: conninfo)) } catch {
                await service.process.killAndWait()
                throw error
            }
            service.process.terminate()
            let status = await service.process.waitForExit(seconds: 30)
            #expect(status == 0, "\(service.process.errors)")
        }

        /// Posts a step sample to the primary.
        ///
        /// - Returns: its position in the feed.
        func post(_ uuid: String = UUID().uuidString) async throws -> Int64 {
            let answer = try await primary.post(["samples": [step(uuid)]], token: access.token)
            return try #require(try answer.object["changePosition"] as? NSNumber, "\(answer.body)").int64Value
        }

        func ready() async throws -> RunningService.Answer { try await standby.service.send("GET", "/ready") }
    }

    private static let steps = AccessSet(grants: [RandomTerms(groups: ["activity"])])

    // MARK: Answers

    /// The requests that read, of every endpoint but the streams.
    private static func requests() throws -> [PersonalRequest] {
        let personal = try (PersonalRequest.reading(of: .ada) + PersonalRequest.late(of: .ada))
            .filter { $0.method == "GET" || $0.template == "/v1/reconcile" }
        let further = Endpoint.all.filter { $0.method == .get && !$0.template.hasSuffix("/stream") }.map { endpoint in
            let path = endpoint.parameters.filter { $0.location == .path }
                .reduce(endpoint.template) { $0.replacing("{\($1.name)}", with: $1.example) }
            let query = endpoint.parameters.filter { $0.location == .query && ($0.isRequired || $0.isInExamples) }
            return PersonalRequest("GET", endpoint.template, path: path, query.map { ($0.name, $0.example) })
        }
        return personal + further.filter { $0.template != "/ready" }
    }

    private static func send(
        _ request: PersonalRequest, _ store: ServedStore, _ token: String
    ) async throws -> RunningService.Answer {
        try await store.service.send(
            request.method, request.path, query: request.query, token: token, body: request.body,
            headers: request.headers)
    }

    @Test(
        "every request that reads gets the same bytes from the standby as from the primary, for every reader",
        .enabled(if: LongRun.isOn))
    func sameBytes() async throws {
        try await World.with { world in
            let session = try Session(conninfo: world.primary.conninfo)
            let (reader, _) = try world.access.grant(Self.steps, session)
            let operatorToken = try OperatorTokenStore.create(name: "test", expires: nil, session).text
            try await world.pair.waitForReplay()
            // The primary logs its answers, uses of tokens and outcomes of webhooks some time later.
            let logged = ["/v1/access-log", "/v1/tokens", "/v1/sessions", "/v1/webhooks"]
            var answered = 0
            for token in [world.access.token, reader, operatorToken] {
                for request in try Self.requests() {
                    var (here, there) = (
                        try await Self.send(request, world.standby, token),
                        try await Self.send(request, world.primary, token)
                    )
                    if logged.contains(request.template) {
                        _ = await eventually {
                            guard let other = try? await Self.send(request, world.standby, token) else { return false }
                            here = other
                            there = (try? await Self.send(request, world.primary, token)) ?? there
                            return here.body == there.body
                        }
                    }
                    // A sealed anchor is encrypted anew each time.
                    let isSealed = token == reader && request.template == "/v1/changes"
                    #expect(here.status == there.status, "\(request.route): \(here.body) \(there.body)")
                    #expect(
                        isSealed ? here.body.count == there.body.count : here.body == there.body,
                        "\(request.route) \(request.query): \(here.body.prefix(500)) \(there.body.prefix(500))")
                    #expect(here.header("ETag") == there.header("ETag"), "\(request.route)")
                    if here.status == 200 { answered += 1 }
                }
            }
            #expect(answered > 150)
        }
    }

    @Test("a service that only reads refuses requests that write, also before a server that is no standby")
    func refused() async throws {
        try await ServedStore.withAda(["--read-only"]) { store, token in
            let writing = Endpoint.all.filter(\.writes)
            #expect(writing.count > 20)
            for endpoint in writing {
                let path = endpoint.parameters.filter { $0.location == .path }
                    .reduce(endpoint.template) { $0.replacing("{\($1.name)}", with: $1.example) }
                let content = endpoint.body?.contents.first
                let answer = try await store.service.send(
                    endpoint.method.rawValue, path, token: token, body: content?.example,
                    headers: content.map { ["Content-Type: \($0.mediaType)"] } ?? [])
                #expect(
                    answer.status == 403 && answer.code == "read_only",
                    "\(endpoint.method) \(endpoint.template): \(answer.body)")
            }
            let text = try await store.service.send("POST", "/v1/qr-codes", token: token, body: #"{"text": "a"}"#)
            text.expect(200)
            for position in ["-1", "01", "soon", "9223372036854775808"] {
                let answer = try await store.get(
                    "/v1/samples", [("type", "stepCount")], token: token, headers: ["Read-After: \(position)"])
                answer.expect(400, "malformed_header", position)
            }
        }
    }

    @Test(
        "a command that writes says that the server is a standby, and one that reads works", .enabled(if: LongRun.isOn))
    func commands() async throws {
        try await World.with { world in
            for arguments in [["serve", "--port", "0"], ["migrate"], ["person", "add", "Eve"]] {
                let result = try await Command.healthstore(arguments, database: world.pair.standbyConninfo)
                #expect(result.status != 0 && result.errors.contains("is a standby"), "\(arguments): \(result)")
            }
            let listed = try await Command.healthstore(["person", "list"], database: world.pair.standbyConninfo)
            #expect(listed.status == 0, "\(listed)")
        }
    }

    // MARK: Following

    @Test(
        "Read-After waits until the standby has the change, and answers 503 if it does not come",
        .enabled(if: LongRun.isOn))
    func readAfter() async throws {
        try await World.with { world in
            let (token, uuid) = (world.access.token, UUID().uuidString.lowercased())
            let query = [("type", "stepCount"), ("limit", "10000")]
            func read(_ after: String, _ token: String) async throws -> RunningService.Answer {
                try await world.standby.get("/v1/samples", query, token: token, headers: ["Read-After: \(after)"])
            }
            let session = try Session(conninfo: world.primary.conninfo)
            let (reader, _) = try world.access.grant(Self.steps, session)
            try await world.pair.waitForReplay()
            try world.pair.pauseReplay()
            let position = try await world.post(uuid)
            let anchor = try #require(
                try await world.primary.get(
                    "/v1/changes", [("limit", "10000")], token: reader
                ).object["anchor"] as? String)
            // Each waits until its time is over.
            let first = Task { try await read("\(position)", token) }
            let second = Task { try await read(anchor, reader) }
            let early = try await first.value
            #expect(early.status == 503 && early.code == "not_replicated" && early.header("Retry-After") == "1")
            #expect(try await second.value.code == "not_replicated")
            let waiting = Task { try await read("\(position)", token) }
            try world.pair.resumeReplay()
            var late = try await waiting.value
            // On a busy machine, the replay may take longer than a request waits.
            try await wait(for: "the replay") {
                if late.status == 503 { late = try await read("\(position)", token) }
                return late.status != 503
            }
            #expect(late.status == 200 && late.body.contains(uuid))
            #expect(try await read(anchor, reader).body.contains(uuid))
            // A position would tell the reader how many samples there are.
            #expect(try await read("0", reader).code == "malformed_header")
            try await world.primary.get(
                "/v1/samples", query, token: token, headers: ["Read-After: \(position)"]
            ).expect(200)
        }
    }

    // MARK: Life

    @Test(
        "GET /ready shows the lag; without its primary a standby is behind, and answers on; promoted, it is none",
        .enabled(if: LongRun.isOn))
    func readiness() async throws {
        try await World.with(["--lag-max", "1"]) { world in
            #expect(
                await eventually {
                    let state = try? await world.ready().object["standby"] as? [String: Any]
                    return state?["isReceiving"] as? Bool == true && state?["lagSeconds"] as? Double == 0
                })
            let standby = try await world.standby.service.scrape()
            #expect(standby["healthstore_standby"] == 1 && standby["healthstore_standby_receiving"] == 1)
            #expect(standby["healthstore_standby_lag_seconds"] != nil)
            let primary = try await world.primary.service.scrape()
            #expect(primary["healthstore_standby"] == 0 && primary["healthstore_replication_standbys"] == 1)
            #expect(primary["healthstore_replication_lag_seconds"] != nil)
            #expect(primary["healthstore_database_timeline"] == 1 && standby["healthstore_database_timeline"] == nil)
            try await world.pair.stopPrimary()
            #expect(await eventually { (try? await world.ready().code) == "standby_behind" })
            try await world.standby.get("/v1/types", token: world.access.token).expect(200)
            try await world.pair.promote()
            #expect(await eventually { (try? await world.ready().body) == #"{"status":"ready"}"# + "\n" })
            let refused = try await world.standby.post(["samples": [step()]], token: world.access.token)
            #expect(refused.code == "read_only")
            try await wait(for: "the timeline of the promotion") {
                try await world.standby.service.scrape()["healthstore_database_timeline"] == 2
            }
        }
    }

    @Test(
        "with the primary's address, the service on the standby writes the access log and the use of tokens there",
        .enabled(if: LongRun.isOn))
    func accessLog() async throws {
        try await StandbyPair.with(prepare: { conninfo in
            _ = try await Command.healthstore(["migrate"], database: conninfo)
        }) { pair in
            let session = try Session(conninfo: pair.primaryConninfo)
            let person = try PersonStore.create(name: "Ada", session)
            let token = try TokenStore.create(for: person, name: "test", session)
            try await pair.waitForReplay()
            let service = try await RunningService.start(
                ["--database-url", pair.standbyConninfo, "--read-only", "--primary-url", pair.primaryConninfo])
            try await service.send("GET", "/v1/types", token: token.text).expect(200)
            #expect(
                try await eventually {
                    try session.execute("select count(*) from health.access_log where route = '/v1/types'")[0].int64(0)
                        == 1
                        && session.execute("select count(*) from health.token_use")[0].int64(0) == 1
                })
            service.process.terminate()
            _ = await service.process.waitForExit(seconds: 30)
        }
    }
}
