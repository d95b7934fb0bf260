import Testing

@testable import HTTPServer

@Suite("Framing of requests")
struct FramingTests {
    @Test(
        "A request whose head other programs read differently is refused, and the connection closed",
        arguments: [
            // Folded lines (RFC 9112, section 5.2).
            "GET /echo HTTP/1.1\r\nHost: a\r\nX-Folded: one\r\n two\r\n\r\n",
            "GET /echo HTTP/1.1\r\nHost: a\r\nX-Folded: one\r\n\ttwo\r\nX-Last: 1\r\n\r\n",
            "GET /echo HTTP/1.1\r\nHost: a\r\n folded: 1\r\n\r\n",
            "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n x\r\n\r\n0\r\n\r\n",
            "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n",
            "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n 0\r\n\r\n0123456789",
            // NUL and other control characters.
            "GET /echo HTTP/1.1\r\nHost: a\r\nX-Null: b\0c\r\n\r\n",
            "GET /echo HTTP/1.1\r\nHost: a\r\nX-Null: b\0c\r\nX-Last: 1\r\n\r\n",
            "GET /echo HTTP/1.1\r\nHost: a\r\nX-Null: \0\r\nX-Last: 1\r\n\r\n",
            "GET /echo HTTP/1.1\r\nHost: a\r\nX-\0Null: b\r\nX-Last: 1\r\n\r\n",
            "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 1\0 0\r\n\r\nx",
            "GET /echo\0x HTTP/1.1\r\nHost: a\r\n\r\n",
            "GET /echo?a=1\0x HTTP/1.1\r\nHost: a\r\n\r\n",
            "GET /echo HTTP/1.1\r\nHost: a\r\nX-Return: b\rc\r\n\r\n",
            "GET /echo HTTP/1.1\r\nHost: a\r\nX-Bell: \u{7}\r\n\r\n",
            // Line feeds alone.
            "GET /echo HTTP/1.1\nHost: a\r\n\r\n",
            "GET /echo HTTP/1.1\r\nHost: a\nX-Last: 1\r\n\r\n",
            "GET /echo HTTP/1.1\r\nHost: a\r\n\n",
            // Names.
            "GET /echo HTTP/1.1\r\nHost: a\r\nX-Space : b\r\n\r\n",
            "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
            "GET /echo HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n",
            "GET /echo HTTP/1.1\r\nHost: a\r\nX-(: b\r\n\r\n",
            // The request line.
            "GET  /echo HTTP/1.1\r\nHost: a\r\n\r\n",
            "GET /echo  HTTP/1.1\r\nHost: a\r\n\r\n",
            "GET /echo x HTTP/1.1\r\nHost: a\r\n\r\n",
            // The host (RFC 9112, section 3.2).
            "GET /echo HTTP/1.1\r\n\r\n",
            "GET /echo HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
            "GET /echo HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n",
            "GET /echo HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n",
            // A coding that HTTP/1.0 does not have (RFC 9112, section 6.1).
            "POST /echo HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            // No certain end of the body (RFC 9112, section 6.3).
            "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nContent-Length: 5\r\n\r\n",
            "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nContent-Length: 5\r\n\r\n",
            "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n",
            "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\nContent-Length: 3\r\n\r\n",
            "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n",
            "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: many\r\n\r\n",
            "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nmany\r\n",
            "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1;"
                + String(repeating: "a", count: 100_000),
        ])
    func refused(request: String) async throws {
        try await withServer(routes: [.echo(.get), .echo(.post)]) { server in
            let client = try RawClient(port: server.port)
            defer { client.close() }
            // A hidden second request must not be answered.
            client.send(request + "GET /hidden HTTP/1.1\r\nHost: a\r\n\r\n")
            let received = await client.receive()
            #expect(received.hasPrefix("HTTP/1.1 400") || received.hasPrefix("HTTP/1.0 400"), "\(received)")
            #expect(received.components(separatedBy: "HTTP/1.").count == 2, "more than one answer: \(received)")
            #expect(received.contains("application/problem+json"))
            #expect(await eventually { server.server.load == (0, 0) })
        }
    }

    @Test(
        "Every form that the standard allows is accepted",
        arguments: [
            "GET /echo HTTP/1.1\r\nHost: a\r\nX-Empty:\r\nX-None:   \r\nX-Tight:b\r\nX-Wide: \t b \r\n\r\n",
            "GET /echo HTTP/1.1\r\nHost:\r\n\r\n",
            "GET http://a/echo?b=%20c HTTP/1.1\r\nHost: a\r\n\r\n",
            "\r\nGET /echo?a=b+c%20d&&e HTTP/1.1\r\nHost: a\r\nX-Bytes: é\r\nCookie: a=b; c=d\r\n\r\n",
            "GET /echo HTTP/1.0\r\n\r\n",
            "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n!#$%&'*+-.^_`|~09: tokens\r\n\r\n",
        ])
    func taken(request: String) async throws {
        try await withServer(routes: [.echo(.get), .echo(.post)]) { server in
            let client = try RawClient(port: server.port)
            defer { client.close() }
            client.send(request)
            let received = await client.receive(until: "\r\n\r\n")
            #expect(received.contains(" 200 OK"), "\(received)")
        }
    }

    @Test("The second request of a connection is read as strictly as the first, also after a body")
    func keptConnection() async throws {
        try await withServer(routes: [.echo(.post)]) { server in
            let client = try RawClient(port: server.port)
            defer { client.close() }
            client.send(
                "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabcPOST /echo HTTP/1.1\r\nHost: a\r\n")
            #expect(await client.receive(until: "abc").contains(" 200 OK"))
            client.send("Content-Length: 3\r\n\r\ndef")
            #expect(await client.receive(until: "def").contains(" 200 OK"))
            client.send("POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n x\r\n\r\n0\r\n\r\n")
            #expect(await client.receive().contains(" 400 Bad Request"))
        }
    }

    @Test("Every response forbids guessing its type, and one over plain HTTP does not ask for TLS")
    func noSniffing() async throws {
        try await withServer(routes: [.echo(.post)]) { server in
            for arguments in [
                ["-d", "x"], ["-d", "x", "-H", "Host: a"], ["-X", "DELETE"], ["--head"], ["-X", "OPTIONS"],
            ] {
                let answer = try await curl(arguments + [server.url + "/echo"])
                #expect(answer.headers["x-content-type-options"] == "nosniff")
                #expect(answer.headers["strict-transport-security"] == nil)
            }
            #expect(try await curl(server.url + "/none").headers["x-content-type-options"] == "nosniff")
        }
    }
}
