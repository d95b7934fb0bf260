import Testing

import func TestSupport.withTemporaryDirectory

@testable import HTTPServer

@Suite("Limits")
struct LimitTests {
    @Test("A request beyond the limit gets Retry-After, and later ones are served")
    func overload() async throws {
        let gate = Gate()
        let configuration = HTTPServerConfiguration.with { $0.requestsInFlightMax = 2 }
        let held = Route.text(.get, "/held") { _ in
            await gate.pass()
            return "held"
        }
        try await withServer(configuration, routes: [held, .echo()]) { server in
            async let first = curl(server.url + "/held")
            async let second = curl(server.url + "/held")
            #expect(await eventually { await gate.arrivals == 2 })
            let refused = try await curl(server.url + "/held")
            #expect(refused.status == 503)
            #expect(refused.headers["retry-after"] == "1")
            #expect(refused.text.hasPrefix("overloaded"))
            let refusedBody = try await curl("-d", "x", server.url + "/echo")
            #expect(refusedBody.status == 503)
            await gate.open()
            #expect(try await first.text == "held")
            #expect(try await second.text == "held")
            #expect(await eventually { server.server.load.inFlight == 0 })
            #expect(try await curl(server.url + "/held").text == "held")
        }
    }

    @Test("A silent connection is closed after the idle time")
    func idle() async throws {
        let configuration = HTTPServerConfiguration.with { $0.connectionIdleTimeout = 1 }
        try await withServer(configuration, routes: [.echo()]) { server in
            let client = try RawClient(port: server.port)
            defer { client.close() }
            client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf")
            // The read ends because the server closes the connection. An open connection would end
            // only after the client's ten seconds, and the exchange would then still be in flight.
            _ = await client.receive()
            #expect(await eventually { server.server.load == (0, 0) })
        }
    }

    @Test("A slow request is closed after its time limit although it is never idle", arguments: [false, true])
    func trickle(isEncrypted: Bool) async throws {
        let head = "GET / HTTP/1.1\r\nX-Long: "
        let starts = [
            head, "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 99999\r\n\r\n", "G",
            // The second request of a kept connection.
            "GET /none HTTP/1.1\r\nHost: a\r\n\r\n" + head,
        ]
        // The head of a long record of a handshake.
        let hello = "\u{16}\u{3}\u{1}\u{2}\u{0}"
        try await withTemporaryDirectory { directory in
            var configuration = HTTPServerConfiguration()
            (configuration.requestHeadTimeout, configuration.requestReceiveTimeout) = (1, 1)
            configuration.connectionIdleTimeout = 1
            if isEncrypted { configuration.certificate = try await .make(in: directory) }
            try await withServer(configuration, routes: [.echo()]) { server in
                let clients = try (isEncrypted ? [hello] : starts).map { start in
                    let client = try RawClient(port: server.port)
                    client.send(start)
                    return client
                }
                defer { for client in clients { client.close() } }
                let trickling = Task {
                    while !Task.isCancelled {
                        for client in clients { client.send("a") }
                        try await Task.sleep(for: .milliseconds(50))
                    }
                }
                for client in clients { #expect(await client.isClosedByServer()) }
                trickling.cancel()
                _ = await trickling.result
                #expect(await eventually { server.server.load == (0, 0) })
            }
        }
    }

    @Test("A handler, a stream and the wait for the next request may take longer than the limit for a request")
    func notReceiving() async throws {
        let configuration = HTTPServerConfiguration.with {
            ($0.requestHeadTimeout, $0.requestReceiveTimeout) = (1, 1)
        }
        let slow = Route.text(.get, "/slow") { _ in
            try await Task.sleep(for: .milliseconds(1500))
            return "slow"
        }
        let requests = [
            "GET /slow HTTP/1.1\r\nHost: a\r\n\r\n", "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nslow",
        ]
        try await withServer(configuration, routes: [slow, .echo()]) { server in
            // On a busy machine, a client may need more than the second to send its request.
            let isServed = await eventually {
                guard let client = try? RawClient(port: server.port) else { return false }
                defer { client.close() }
                for request in requests {
                    client.send(request)
                    guard await client.receive(until: "slow").hasPrefix("HTTP/1.1 200") else { return false }
                }
                return true
            }
            #expect(isServed)
        }
    }

    @Test("Requests that are not HTTP or have too long fields get an error, and all resources are freed")
    func garbage() async throws {
        try await withServer(routes: [.echo()]) { server in
            let long = String(repeating: "a", count: 100_000)
            let texts = [
                "GET /\(long) HTTP/1.1\r\nHost: a\r\n\r\n": "HTTP/1.1 414",
                "GET / HTTP/3.0\r\nHost: a\r\n\r\n": "HTTP/1.1 505",
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\(long)\r\n\r\n": "HTTP/1.1 431",
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\n": "HTTP/1.1 413",
                "GET / HTTP/1.1\r\nHost: a\r\nX-Long: \(long)\r\n\r\n": "HTTP/1.1 431",
                "\u{1}\u{2}\u{3}\r\n\r\n": "",
            ]
            for (text, answer) in texts {
                let client = try RawClient(port: server.port)
                client.send(text)
                let received = await client.receive()
                let isAnswered = !answer.isEmpty
                #expect(
                    received.hasPrefix(answer)
                        && received.components(separatedBy: "HTTP/1.").count == (isAnswered ? 2 : 1))
                #expect(
                    received.contains("application/problem+json") == isAnswered
                        && received.contains("\r\nDate: ") == isAnswered)
                client.close()
            }
            #expect(await eventually { server.server.load == (0, 0) })
            #expect(try await curl("-d", "still here", server.url + "/echo").text == "still here")
        }
    }
}
