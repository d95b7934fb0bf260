import Foundation
import HealthDatabase
import Postgres
import TestSupport
import Testing

/// Tests that one person's requests leave enough capacity for another person's requests.
@Suite struct FairShareTests {
    /// Makes every batch of a person wait while `body` runs. Another session holds the row that
    /// each batch must lock.
    private func whileWritesWait<Value>(
        of person: Int32, _ store: ServedStore, _ body: (Session) async throws -> Value
    ) async throws -> Value {
        let blocker = try Session(conninfo: store.conninfo)
        try blocker.executeScript(
            "begin; select from health.change_counter where person_id = \(person) for update")
        let value = try await body(try Session(conninfo: store.conninfo))
        try blocker.executeScript("rollback")
        return value
    }

    /// Returns the number of statements that wait for the row.
    private func blockedCount(_ session: Session) throws -> Int64 {
        try session.sessionCount(where: "wait_event_type = 'Lock'")
    }

    @Test(
        "a person whose statements hold its share of the sessions leaves sessions to another, and gets all its answers",
        .disabled(if: TestServer.isCluster, "the coordinator does not see who waits for a lock on another server"))
    func sessions() async throws {
        try await ServedStore.own { store in
            let (ada, bob) = (try store.token(), try store.token(for: "Bob"))
            let answers = try await whileWritesWait(of: 1, store) { session in
                let sent = (0..<24).map { _ in Task { try await store.post(["samples": [step()]], token: ada) } }
                try await wait(for: "four of Ada's batches hold sessions") { try blockedCount(session) == 4 }
                // Ada's four batches wait until this test ends the lock. Bob's requests end, so
                // they do not wait for Ada's.
                #expect(try await store.get("/v1/types", token: bob).status == 200)
                #expect(try await store.post(["samples": [step()]], token: bob).status == 200)
                #expect(try blockedCount(session) == 4)
                return sent
            }
            for answer in answers { #expect(try await answer.value.status == 200) }
        }
    }

    @Test("a person with too many requests in flight gets 429 and when to come back, another person is served")
    func requests() async throws {
        try await ServedStore.own(["--rate-limit", "0"]) { store in
            let (ada, bob) = (try store.token(), try store.token(for: "Bob"))
            let port = try #require(store.service.address.split(separator: ":").last.flatMap { UInt16($0) })
            let batch = #"{"samples":[]}"#
            try await whileWritesWait(of: 1, store) { _ in
                var sockets: [OpenSocket] = []
                for _ in 0..<256 {
                    let socket = try OpenSocket(port: port)
                    socket.send(
                        "POST /v1/batches HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(ada)\r\nContent-Length: "
                            + "\(batch.utf8.count)\r\n\r\n\(batch)")
                    sockets.append(socket)
                }
                var refused: RunningService.Answer?
                try await wait(for: "Ada is refused") {
                    // A request that comes before the last of the batches waits, too, until its
                    // client gives up.
                    refused = try await store.service.send("GET", "/v1/types", token: ada, seconds: 1)
                    return refused?.status == 429
                }
                #expect(refused?.code == "too_many_requests")
                #expect(refused?.header("Retry-After") == "2")
                #expect(try await store.get("/v1/types", token: bob).status == 200)
                for socket in sockets { socket.close() }
                try await wait(for: "Ada is served again") {
                    try await store.get("/v1/types", token: ada).status == 200
                }
            }
        }
    }

    @Test(
        "a client that leaves has its statement cancelled and its batch rolled back, and the log has no error",
        .disabled(if: TestServer.isCluster, "the coordinator does not see who waits for a lock on another server"))
    func departure() async throws {
        try await ServedStore.own { store in
            let ada = try store.token()
            try await whileWritesWait(of: 1, store) { session in
                let body = try json(["samples": [step()]])
                let client = BackgroundProcess(
                    "/usr/bin/curl",
                    [
                        "-sS", store.service.address + "/v1/batches", "-H", "Authorization: Bearer \(ada)",
                        "--data-binary", body,
                    ])
                try client.start()
                try await wait(for: "the batch waits") { try blockedCount(session) == 1 }
                client.kill()
                _ = await client.waitForExit(seconds: 10)
                // The row is still locked, so only a cancellation ends the statement.
                try await wait(for: "the statement has ended") { try blockedCount(session) == 0 }
                #expect(try session.execute("select count(*) from health.sample")[0].int64(0) == 0)
            }
            #expect(try await store.post(["samples": [step()]], token: ada).status == 200)
            #expect(!store.service.process.errors.contains(#""level":"error""#), "\(store.service.process.errors)")
        }
    }

    @Test("revoking a token, and deleting a person, ends their streams at once and no others")
    func revocation() async throws {
        try await ServedStore.own { store in
            let (ada, bob, eve) = (try store.token(), try store.token(for: "Bob"), try store.token(for: "Eve"))
            let session = try Session(conninfo: store.conninfo)
            let person = try PersonStore.find(name: "Ada", session)
            let second = try TokenStore.create(for: person, name: "second", session)
            let clients = try [ada, second.text, bob, eve].map { try EventClient(store, token: $0) }
            for client in clients { #expect(await client.opened()) }
            try await wait(for: "the service listens") {
                store.service.process.errors.contains("listening_for_changes")
            }
            // The revocation changes no sample, so the stream must end without a change of the
            // feed.
            try TokenStore.revoke(second.tokenID, of: person, session)
            #expect(await clients[1].process.waitForExit(seconds: 60) == 0)
            #expect(clients[1].events.last?.object["code"] as? String == "invalid_token")
            try PersonEraser.erase(try PersonStore.find(name: "Eve", session), session)
            #expect(await clients[3].process.waitForExit(seconds: 60) == 0)
            #expect(clients[0].process.isRunning && clients[2].process.isRunning)
            #expect(clients[0].events.isEmpty && clients[2].events.isEmpty)
            for client in clients { await client.close() }
        }
    }

    @Test("the open-wearables SDK, which drops what gets a 4xx, gets 503 where others get 429")
    func openWearables() async throws {
        try await ServedStore.ownWithAda(["--rate-limit", "1"]) { store, token in
            var answer: RunningService.Answer?
            try await wait(for: "the token asks too much") {
                answer = try await store.service.send(
                    "POST", "/api/v1/sdk/users/Ada/sync", token: token, body: #"{"data": {}}"#)
                return answer?.code == "rate_limited"
            }
            #expect(answer?.status == 503)
            #expect((answer?.header("Retry-After").flatMap { Int($0) } ?? 0) >= 1)
        }
    }
}
