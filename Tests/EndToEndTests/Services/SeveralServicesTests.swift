import Foundation
import HealthDatabase
import Postgres
import TestSupport
import Testing

/// Several services on one database, without a proxy. `BalancerTests` has the proxies.
@Suite struct SeveralServicesTests {
    /// Runs services on one database.
    ///
    /// - Parameter arguments: further arguments of each service. `DIRECTORY` is a folder.
    private func withServices(
        _ arguments: [[String]], _ body: ([ServedStore], String) async throws -> Void
    ) async throws {
        try await TestServer.shared().withMigratedDatabase { conninfo in
            try await withTemporaryDirectory { directory in
                var stores: [ServedStore] = []
                let outcome: Result<Void, any Error>
                do {
                    for arguments in arguments {
                        let service = try await RunningService.start(
                            ["--database-url", conninfo] + arguments.map { $0.replacing("DIRECTORY", with: directory) })
                        stores.append(ServedStore(service: service, conninfo: conninfo))
                    }
                    outcome = .success(try await body(stores, directory))
                } catch { outcome = .failure(error) }
                for store in stores { await store.service.process.killAndWait() }
                try outcome.get()
            }
        }
    }

    @Test("two services allow a token and the wrong tokens of an address as much as one, and one the same after a kill")
    func limits() async throws {
        let arguments = ["--rate-limit", "1", "--import-dir", "DIRECTORY/uploads"]
        try await withServices([arguments, arguments]) { stores, _ in
            let session = try Session(conninfo: stores[0].conninfo)
            let person = try PersonStore.create(name: "Ada", session)
            /// Sends ten requests of a new token to each service. Returns true if together they
            /// allow no more than the burst of one service.
            func isDivided(_ services: [ServedStore]) async throws -> Bool {
                let token = try TokenStore.create(for: person, name: "test", session).text
                let start = ContinuousClock.now
                var allowed = 0
                for _ in 0..<10 {
                    for store in services {
                        let status = try await store.get("/v1/access", token: token).status
                        #expect([200, 429].contains(status))
                        allowed += status == 200 ? 1 : 0
                    }
                }
                return allowed <= 5 + Int(start.duration(to: .now) / .seconds(1)) + 1
            }
            try await wait(for: "both know of each other") { try await isDivided(stores) }
            let doctor = try await Command.healthstore(["doctor"], database: stores[0].conninfo)
            #expect(doctor.output.contains("ok       2 services run, with at most"), "\(doctor.output)")
            #expect(doctor.output.contains("ok       the services share their folder of uploads"), "\(doctor.output)")

            let wrong = "hs_1_" + String(repeating: "0", count: 32) + "_" + String(repeating: "ab", count: 32)
            var refused = 0
            for _ in 0..<60 {
                for store in stores { refused += try await store.get("/v1/access", token: wrong).status == 401 ? 1 : 0 }
            }
            // 100 at once, and one in 6 seconds.
            #expect(refused <= 102, "\(refused)")

            // The service that is left has the whole limit again.
            await stores[0].service.process.killAndWait()
            try await wait(for: "the other knows that it is alone") {
                let token = try TokenStore.create(for: person, name: "test", session).text
                for _ in 0..<4 {
                    guard try await stores[1].get("/v1/access", token: token).status == 200 else { return false }
                }
                return true
            }
        }
    }

    /// Sends bytes of a file to a service.
    private func send(
        _ range: Range<Int>, of data: Data, to store: ServedStore, token: String, path: String = "/v1/imports"
    ) async throws -> RunningService.Answer {
        try await store.service.send(
            path == "/v1/imports" ? "POST" : "PUT", path, token: token,
            body: String(decoding: data[range], as: UTF8.self),
            headers: [
                "Content-Type: application/xml",
                "Content-Range: bytes \(range.lowerBound)-\(range.upperBound - 1)/\(data.count)",
            ])
    }

    @Test("pieces of an upload go to any service with the folder, also after a kill, and to no other one")
    func uploads() async throws {
        let folders = ["--import-dir", "DIRECTORY/a"]
        try await withServices([folders, folders, ["--import-dir", "DIRECTORY/b"]]) { stores, _ in
            let (token, data) = (try stores[0].token(), TestExport.xml(1_000))
            try await send(0..<10_000, of: data, to: stores[0], token: token).expect(201)
            for number in 1..<4 {
                let range = number * 10_000..<(number + 1) * 10_000
                let answer = try await send(
                    range, of: data, to: stores[number % 2], token: token, path: "/v1/imports/1")
                answer.expect(200)
                try expect(answer.object, has: ["receivedBytes": range.upperBound])
            }
            let elsewhere = try await send(
                40_000..<data.count, of: data, to: stores[2], token: token, path: "/v1/imports/1")
            elsewhere.expect(503, "upload_elsewhere")
            let host = ProcessInfo.processInfo.hostName
            try expect(elsewhere.object["details"] as? [String: Any], has: ["host": host, "receivedBytes": 40_000])
            #expect(elsewhere.header("Retry-After") == "1")
            #expect(stores[2].service.process.errors.contains(#""event":"uploads_not_shared""#))
            #expect(!stores[1].service.process.errors.contains(#""event":"uploads_not_shared""#))
            let doctor = try await Command.healthstore(["doctor"], database: stores[0].conninfo)
            #expect(doctor.output.contains("PROBLEM  the services have 2 folders of uploads"), "\(doctor.output)")

            await stores[0].service.process.killAndWait()
            try await send(40_000..<data.count, of: data, to: stores[1], token: token, path: "/v1/imports/1")
                .expect(202)
            try await wait(for: "the end of the import") {
                try await stores[1].object("/v1/imports/1", token: token)["state"] as? String == "finished"
            }
            let count = try Session(conninfo: stores[1].conninfo).execute("select count(*) from health.sample")[0]
            #expect(try count.int64(0) == 1_000)
        }
    }

    @Test("a session that one service has opened is valid at the other, and a login link opens only one")
    func logins() async throws {
        let arguments = ["--import-dir", "DIRECTORY/uploads"]
        try await withServices([arguments, arguments]) { stores, _ in
            _ = try stores[0].token()
            let link = try await Command.healthstore(["login-link", "--person", "Ada"], database: stores[0].conninfo)
            let login = try #require(link.output.split(separator: "=").last).trimmingCharacters(in: .newlines)
            func open(_ store: ServedStore) async throws -> RunningService.Answer {
                try await store.service.send(
                    "POST", "/v1/sessions", body: json(["token": login]), headers: ["Origin: \(store.service.address)"])
            }
            let opened = try await open(stores[0])
            #expect(200..<300 ~= opened.status, "\(opened.body)")
            let cookie = try #require(opened.header("Set-Cookie")?.split(separator: ";").first)
            #expect(try await stores[1].get("/v1/access", headers: ["Cookie: \(cookie)"]).status == 200)
            #expect(try await open(stores[1]).status == 401)
        }
    }

    @Test("after the signal to stop, GET /ready fails and requests are answered until --drain has passed")
    func drain() async throws {
        try await ServedStore.ownWithAda(["--drain", "60", "--import-dir", "/nonexistent/uploads"]) { store, token in
            #expect(try await store.get("/ready").status == 200)
            store.service.process.terminate()
            try await wait(for: "the service is not ready") { try await store.get("/ready").status == 503 }
            #expect(try await store.get("/ready").code == "stopping")
            let posted = try await store.post(["samples": [step()]], token: token)
            posted.expect(200)
            #expect(posted.header("Connection")?.lowercased() == "close")
            #expect(store.service.process.isRunning)
        }
    }

    @Test("a service warns of sessions that the server does not have")
    func sessions() async throws {
        try await withServices([["--sessions", "1000", "--import-dir", "DIRECTORY/a"]]) { stores, _ in
            try await wait(for: "the warning") {
                stores[0].service.process.errors.contains(#""event":"few_database_sessions""#)
            }
            let doctor = try await Command.healthstore(["doctor"], database: stores[0].conninfo)
            #expect(doctor.output.contains("PROBLEM  1 service runs, with at most 1016 of "), "\(doctor.output)")
        }
    }
}
