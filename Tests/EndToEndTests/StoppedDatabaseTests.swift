import Foundation
import TestSupport
import Testing

/// Stops PostgreSQL for seconds under a service with open streams, and starts it again.
@Suite struct StoppedDatabaseTests {
    @Test("while PostgreSQL is away the service says so, and open streams go on where they were")
    func streams() async throws {
        try await CrashableServer.with { server in
            let service = try await RunningService.start(["--rate-limit", "0", "--database-url", server.conninfo])
            let store = ServedStore(service: service, conninfo: server.conninfo)
            do { for isCrash in LongRun.isOn ? [true, false] : [true] { try await follow(store, server, isCrash) } } catch {
                service.process.kill()
                throw error
            }
            service.process.terminate()
            #expect(await service.process.waitForExit(seconds: 20) == 0)
        }
    }

    private func follow(_ store: ServedStore, _ server: CrashableServer, _ isCrash: Bool) async throws {
        let token = try store.token(for: isCrash ? "Ada" : "Bea")
        let old = step()
        _ = try await store.post(["samples": [old]], token: token)
        let clients = try ["?changes=true", "", "?types=stepCount"].map {
            try EventClient(store, query: $0, token: token)
        }
        for client in clients { #expect(await client.opened()) }
        // These sessions of the pool are open now, and are found broken later.
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<8 { group.addTask { try await store.service.send("GET", "/v1/types", token: token).status } }
            for try await status in group { #expect(status == 200) }
        }
        if isCrash { try await server.crash() } else { try await server.stop() }
        let ready = try await store.service.send("GET", "/ready")
        #expect(ready.status == 503)
        let refused = try await store.service.send("GET", "/v1/changes/stream", token: token)
        #expect(refused.status == 503 && refused.code != nil)
        let alive = try await store.service.send("GET", "/health")
        #expect(alive.status == 200)
        try await Task.sleep(for: .seconds(LongRun.isOn ? 2 : 0.2))
        #expect(clients.allSatisfy { $0.process.isRunning })
        try await server.start()
        // No request was sent since, so a stream may be the first to find a broken session.
        let posted = try await postPatiently(
            ["samples": [step(), step()], "deleted": [["uuid": old["uuid"]]]], store, token)
        #expect(await eventually { clients.allSatisfy { !$0.events.isEmpty } && clients[0].events.count >= 4 })
        #expect(await eventually { clients[1].events.last?.object["position"] as? Int == posted })
        #expect(
            clients[0].events.compactMap { $0.object["change"] as? String } == ["saved", "deleted", "saved", "saved"])
        let after = try await store.service.send("GET", "/ready")
        #expect(after.status == 200)
        for client in clients {
            #expect(client.process.isRunning && !client.events.contains { $0.name == "error" })
            await client.close()
        }
    }

    /// Posts a body again while the response is 503, as a client does.
    private func postPatiently(_ body: [String: Any], _ store: ServedStore, _ token: String) async throws -> Int? {
        var position: Int?
        try await wait(for: "a batch to be taken") {
            let answer = try await store.post(body, token: token)
            #expect([200, 503].contains(answer.status))
            position = try answer.object["changePosition"] as? Int
            return answer.status == 200
        }
        return position
    }
}
