import Synchronization
import Testing

@testable import HTTPServer

@Suite("Clients that disconnect")
struct DepartureTests {
    private final class Ends: Sendable {
        let cancelled = Atomic(0)
        let finished = Atomic(0)
    }

    /// Works until its task is cancelled.
    private func working(_ ends: Ends, _ template: String, outlivesClient: Bool = false) -> [Route] {
        [HTTPMethod.get, .post].map { method in
            Route(
                method: method, template: template, body: .streamed, outlivesClient: outlivesClient
            ) { request in
                _ = try await request.decodedBody()
                while !Task.isCancelled {
                    try? await Task.sleep(for: .milliseconds(5))
                    if outlivesClient, ends.finished.load(ordering: .relaxed) > 0 { break }
                }
                if Task.isCancelled { ends.cancelled.add(1, ordering: .relaxed) }
                try Task.checkCancellation()
                return HTTPResponse(status: .ok)
            }
        }
    }

    @Test("The handler of a disconnected client is cancelled, with and without a body, and no longer counts")
    func left() async throws {
        let requests = [
            "GET /work HTTP/1.1\r\nHost: a\r\n\r\n", "POST /work HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbody",
            "POST /work HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n",
        ]
        let rounds = isLongRun ? 3 : 1
        let ends = Ends()
        try await withServer(routes: working(ends, "/work")) { server in
            for round in 1...rounds {
                let clients = try requests.map { _ in try RawClient(port: server.port) }
                for (client, request) in zip(clients, requests) { client.send(request) }
                #expect(await eventually { server.server.load == (3, 3) })
                for client in clients { client.close() }
                #expect(await eventually { ends.cancelled.load(ordering: .relaxed) == 3 * round })
                #expect(await eventually { server.server.load == (0, 0) })
            }
            #expect(await eventually { server.accesses.all.count == 3 * rounds })
            // None of these is a server error.
            #expect(server.accesses.all.allSatisfy { ($0.status?.rawValue ?? 0) < 500 })
        }
    }

    @Test("The handler of a route that outlives its client continues")
    func outlives() async throws {
        let ends = Ends()
        try await withServer(routes: working(ends, "/work") + working(ends, "/stay", outlivesClient: true)) { server in
            let staying = try RawClient(port: server.port)
            staying.send("GET /stay HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(await eventually { server.server.load == (1, 1) })
            staying.close()
            // The later disconnection of this client is detected.
            let leaving = try RawClient(port: server.port)
            leaving.send("GET /work HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(await eventually { server.server.load == (2, 2) })
            leaving.close()
            #expect(await eventually { ends.cancelled.load(ordering: .relaxed) == 1 })
            #expect(await eventually { server.server.load.suspended == 1 })
            ends.finished.store(1, ordering: .relaxed)
            #expect(await eventually { server.server.load == (0, 0) })
            #expect(ends.cancelled.load(ordering: .relaxed) == 1)
        }
    }

    @Test("A client that shuts down only its sending side gets a response: the handler's, if it comes soon")
    func halfClosed() async throws {
        let ends = Ends()
        try await withServer(routes: working(ends, "/work") + [.echo()]) { server in
            let quick = try RawClient(port: server.port)
            defer { quick.close() }
            quick.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nquick")
            quick.shutDownSending()
            #expect(await quick.receive(until: "\r\n\r\nquick").contains(" 200 OK"))
            let slow = try RawClient(port: server.port)
            defer { slow.close() }
            slow.send("GET /work HTTP/1.1\r\nHost: a\r\n\r\n")
            slow.shutDownSending()
            let answer = await slow.receive(until: "disconnected")
            #expect(answer.contains(" 400 Bad Request") && answer.contains("disconnected"))
            #expect(ends.cancelled.load(ordering: .relaxed) == 1)
        }
    }

    @Test("A handler that ends while its client disconnects does not affect the next connection")
    func races() async throws {
        let ends = Ends()
        try await withServer(routes: working(ends, "/work") + [.echo()]) { server in
            for round in 0..<200 {
                let client = try RawClient(port: server.port)
                client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx")
                if round % 2 == 0 { _ = await client.receive(until: "\r\n\r\nx") }
                client.close()
            }
            let client = try RawClient(port: server.port)
            defer { client.close() }
            for _ in 0..<20 {
                client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nstill")
                #expect(await client.receive(until: "\r\n\r\nstill").contains(" 200 OK"))
            }
            #expect(await eventually { server.server.load == (0, 0) })
        }
    }
}
