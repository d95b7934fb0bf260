import Foundation
import Postgres
import TestSupport
import Testing

@Suite struct ChangeStreamTests {
    @Test("a stream sends the types that changed and the position, to its own person only")
    func types() async throws {
        try await ServedStore.with { store in
            let (ada, bob) = (try store.token(), try store.token(for: "Bob"))
            let client = try EventClient(store, token: ada)
            let other = try EventClient(store, token: bob)
            #expect(await client.opened())
            #expect(await other.opened())
            let receipt = try await store.post(["samples": [step()]], token: ada).object
            #expect(await eventually { client.events.count == 1 })
            let event = try #require(client.events.first)
            #expect(event.name == "types")
            #expect(event.object["types"] as? [String] == ["HKQuantityTypeIdentifierStepCount"])
            #expect(event.object["position"] as? Int == receipt["changePosition"] as? Int)
            #expect(event.id == (receipt["changePosition"] as? Int).map(String.init))
            _ = try await store.post(["samples": [step()]], token: bob)
            #expect(await eventually { other.events.count == 1 })
            #expect(client.events.count == 1)
            await client.close()
            await other.close()
        }
    }

    @Test("a client that reconnects with the last id gets what it missed, and with types only of those")
    func resume() async throws {
        try await ServedStore.withAda { store, token in
            let first = try EventClient(store, query: "?types=heartRate", token: token)
            #expect(await first.opened())
            _ = try await store.post(["samples": [step()]], token: token)
            // The stream sends no event, but a new id.
            #expect(await eventually { first.lastEventID != nil })
            #expect(first.events.isEmpty)
            let id = first.lastEventID
            await first.close()
            _ = try await store.post(["samples": [step()]], token: token)
            let second = try EventClient(store, query: "?types=stepCount", token: token, lastEventID: id)
            #expect(await eventually { second.events.count == 1 })
            let current = try EventClient(store, token: token, lastEventID: second.lastEventID)
            #expect(await current.opened())
            #expect(current.events.isEmpty)
            for client in [second, current] { await client.close() }
        }
    }

    @Test("with changes=true the changes themselves are sent, as GET /v1/changes lists them, from an anchor on")
    func changes() async throws {
        try await ServedStore.withAda { store, token in
            let old = step()
            _ = try await store.post(["samples": [old]], token: token)
            let client = try EventClient(store, query: "?changes=true", token: token)
            #expect(await eventually { client.events.count == 1 })
            _ = try await store.post(
                ["samples": (0..<1_200).map { _ in step() }, "deleted": [["uuid": old["uuid"] as? String ?? ""]]],
                token: token)
            #expect(await eventually { client.events.count == 1_202 })
            #expect(client.events.allSatisfy { $0.name == "change" })
            #expect(Set(client.events.compactMap { $0.object["change"] as? String }) == ["saved", "deleted"])
            let positions = client.events.compactMap { $0.object["position"] as? Int }
            #expect(positions == positions.sorted() && Set(positions).count == 1_202)
            // Each id is the anchor after its change.
            let middle = client.events[600]
            let page = try await store.get(
                "/v1/changes", [("anchor", middle.id ?? ""), ("limit", "10000")], token: token
            ).object
            let rest = try #require(page["changes"] as? [[String: Any]])
            #expect(rest.compactMap { $0["position"] as? Int } == Array(positions[601...]))
            let again = try EventClient(store, query: "?changes=true", token: token, lastEventID: middle.id)
            #expect(await eventually { again.events.count == rest.count })
            #expect(again.lastEventID == page["anchor"] as? String)
            for client in [client, again] { await client.close() }
        }
    }

    @Test("an error in the request is answered before the stream begins")
    func mistakes() async throws {
        try await ServedStore.withAda { store, token in
            for (query, lastEventID, code) in [
                ("?types=noSuchType", "", "unknown_type"), ("?type=stepCount", "", "unknown_parameter"),
                ("", "x", "malformed_parameter"), ("", "-1", "malformed_parameter"),
                ("?changes=true", "12", "malformed_anchor"),
            ] {
                try await store.get(
                    "/v1/changes/stream" + query, token: token,
                    headers: lastEventID.isEmpty ? [] : ["Last-Event-ID: \(lastEventID)"]
                ).expect(400, code)
            }
            try await store.get("/v1/changes/stream", token: "wrong").expect(401)
        }
    }

    @Test("if the listening backend is ended while streams are open, no event is lost and later ones arrive")
    func lostListener() async throws {
        try await ServedStore.ownWithAda { store, token in
            let client = try EventClient(store, query: "?changes=true", token: token)
            #expect(await client.opened())
            let session = try Session(conninfo: store.conninfo)
            for round in 1...3 {
                #expect(await eventually { (try? listeners(session)) == 1 })
                try session.endSessions(where: "application_name = 'healthstore listener'")
                _ = try await store.post(["samples": [step()]], token: token)
                #expect(await eventually { client.events.count == round })
            }
            await client.close()
        }
    }

    @Test("SIGTERM ends streams cleanly and soon")
    func stop() async throws {
        try await ServedStore.own { store in
            let clients = try ["", "?changes=true"].map {
                try EventClient(store, query: $0, token: try store.token(for: "P\($0)"))
            }
            for client in clients { #expect(await client.opened()) }
            #expect(await store.service.process.stop() == 0)
            // curl would exit with 18 for an incomplete body.
            for client in clients { #expect(await client.process.waitForExit(seconds: 10) == 0) }
        }
    }

    @Test(
        "hundreds of idle streams use one database session and no threads, and all of them are woken",
        .disabled(if: TestServer.isCluster, "Citus has sessions of its own"))
    func thousand() async throws {
        try await TestServer.shared().withMigratedDatabase { conninfo in
            let service = try await RunningService.start(
                ["--database-url", conninfo, "--sessions", "4", "--rate-limit", "0"])
            defer { service.process.kill() }
            let store = ServedStore(service: service, conninfo: conninfo)
            // Each person has as many streams as one may have.
            let tokens = try (0..<(LongRun.isOn ? 10 : 2)).map { try store.token(for: "Person \($0)") }
            let count = 100 * tokens.count
            let port = try #require(service.address.split(separator: ":").last.flatMap { UInt16($0) })
            let process = service.process.processIdentifier
            let warm = try EventClient(store, token: tokens[0])
            #expect(await warm.opened())
            await warm.close()
            let before = try footprint(process)
            var sockets: [OpenSocket] = []
            for number in 0..<count {
                let socket = try OpenSocket(port: port)
                socket.send(
                    "GET /v1/changes/stream HTTP/1.1\r\nHost: a\r\n"
                        + "Authorization: Bearer \(tokens[number % tokens.count])\r\n\r\n")
                // Streams are opened one after the other, because the service limits the requests
                // in flight.
                #expect(socket.receive(until: "retry:").hasPrefix("HTTP/1.1 200"))
                sockets.append(socket)
            }
            let after = try footprint(process)
            #expect(after.threads - before.threads < 20)
            let session = try Session(conninfo: conninfo)
            #expect(try listeners(session) == 1)
            // The sessions are four of the pool, one of the listener, one that counts services, two
            // of imports, two of figures, one of serve, one of the access log, one of the worker
            // that erases people, two of webhooks, and the session of this test. Sessions that
            // created the tokens may take a moment to end.
            #expect(
                try await eventually { try session.sessionCount(where: "backend_type = 'client backend'") <= 16 })
            print("bytes for each idle stream:", (after.bytes - before.bytes) / count, "threads:", after.threads)
            // One more stream of the same person is refused. Other requests continue.
            let refused = try await service.send("GET", "/v1/changes/stream", token: tokens[0])
            refused.expect(429, "too_many_streams")
            for token in tokens { #expect(try await store.post(["samples": [step()]], token: token).status == 200) }
            for socket in sockets { #expect(socket.receive(until: "event: types").contains("event: types")) }
            for socket in sockets { socket.close() }
            // The service frees the places of closed streams before it sends the next heartbeat.
            #expect(
                await eventually {
                    guard let socket = try? OpenSocket(port: port) else { return false }
                    defer { socket.close() }
                    socket.send(
                        "GET /v1/changes/stream HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(tokens[0])\r\n\r\n")
                    return socket.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200")
                })
        }
    }

    private func listeners(_ session: Session) throws -> Int64 {
        try session.sessionCount(where: "application_name = 'healthstore listener'")
    }

    /// Returns the number of threads of a process and the memory that it uses.
    private func footprint(_ process: Int32) throws -> (threads: Int, bytes: Int) {
        let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task").count
        let fields = try String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8).split(separator: " ")
        return (threads, (Int(fields[1]) ?? 0) * 4_096)
    }
}
