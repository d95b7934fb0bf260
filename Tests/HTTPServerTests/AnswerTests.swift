import Testing

@testable import HTTPServer

@Suite("Responses over the network")
struct AnswerTests {
    private struct Broken: Error {}

    private let routes: [Route] = [
        .text(.get, "/samples/{uuid}") { request in
            let query = request.query.map { "\($0.name)=\($0.value ?? "nil")" }.joined(separator: "|")
            return "\(request.path) \(request.pathParameters["uuid"] ?? "?") \(query) \(request.id)"
        },
        .text(.get, "/header") { "\($0.headers.values("x-test"))" },
        .text(.post, "/thrown") { _ in throw Broken() },
        .echo(),
        Route(method: .get, template: "/odd") { _ in
            HTTPResponse(
                status: HTTPStatus(rawValue: 42), body: [1],
                headers: ["Content-Length": "99", "Transfer-Encoding": "chunked", "X-Bad": "a\r\nX-Injected: b"])
        },
        Route(method: .delete, template: "/echo") { _ in
            HTTPResponse(status: .noContent, body: [1, 2, 3])
        },
    ]

    @Test("A request reaches its handler decoded, and the response has the request id")
    func decoded() async throws {
        try await withServer(routes: routes) { server in
            let answer = try await curl(server.url + "/samples/a%2Fb%20c?x=1+2&x=%C3%A9&flag&empty=")
            let id = answer.headers["x-request-id"] ?? ""
            #expect(answer.status == 200)
            #expect(answer.text == "/samples/a/b c a/b c x=1 2|x=é|flag=nil|empty= \(id)")
            #expect(id.count == 16 && id.allSatisfy { "0123456789abcdef".contains($0) })
            #expect(answer.headers["content-type"] == "text/plain")
            let repeated = try await curl("-H", "X-Test: 1", "-H", "x-test: 2", server.url + "/header")
            #expect(repeated.text == #"["1", "2"]"#)
        }
    }

    @Test("Unknown paths, methods, broken encodings and thrown errors get the application's error and a request id")
    func failures() async throws {
        try await withServer(routes: routes) { server in
            let missing = try await curl(server.url + "/nothing")
            #expect(missing.status == 404)
            #expect(missing.text == "notFound \(missing.headers["x-request-id"] ?? "")")
            #expect(missing.headers["content-type"] == "application/problem+json")
            let method = try await curl("-X", "PUT", "-d", "x", server.url + "/echo")
            #expect(method.status == 405)
            #expect(method.headers["allow"] == "POST, DELETE, OPTIONS")
            let broken = try await curl(server.url + "/samples/%zz")
            #expect(broken.status == 400)
            #expect(broken.text.hasPrefix("malformedRequest percent sign"))
            let thrown = try await curl("-d", "secret", server.url + "/thrown")
            #expect(thrown.status == 500 && thrown.text.hasPrefix("thrown Broken"))
        }
    }

    @Test("HEAD gives the length of GET and no body; OPTIONS and 204 have none either")
    func bodiless() async throws {
        try await withServer(routes: routes) { server in
            let get = try await curl(server.url + "/samples/1")
            let head = try await curl("--head", server.url + "/samples/1")
            #expect(head.status == 200)
            #expect(head.exitStatus == 0)
            // curl prints the fields instead of a body.
            #expect(head.headers["content-length"] == String(get.body.count))
            let missing = try await curl("--head", server.url + "/nothing")
            #expect(missing.status == 404)
            #expect(Int(missing.headers["content-length"] ?? "") ?? 0 > 0)
            let options = try await curl("-X", "OPTIONS", server.url + "/echo")
            #expect(options.status == 204)
            #expect(options.headers["allow"] == "POST, DELETE, OPTIONS")
            let none = try await curl("-X", "DELETE", server.url + "/echo")
            #expect(none.status == 204)
            #expect(none.exitStatus == 0)
            #expect(none.body.isEmpty)
            #expect(await eventually { server.accesses.all.count == 5 })
            #expect(server.accesses.all.first { $0.method == .head }?.bodyBytesOut == 0)
        }
    }

    @Test("A response that HTTP does not allow cannot break the framing")
    func oddResponse() async throws {
        try await withServer(routes: routes) { server in
            let answer = try await curl(server.url + "/odd")
            #expect(answer.exitStatus == 0)
            #expect(answer.status == 500)
            #expect(answer.body == [1])
            #expect(answer.headers["content-length"] == "1")
            #expect(answer.headers["transfer-encoding"] == nil)
            #expect(answer.headers["x-injected"] == nil)
        }
    }

    @Test("Pipelined requests of one connection are answered in order, and HEAD without a body")
    func pipelined() async throws {
        try await withServer(routes: routes) { server in
            let client = try RawClient(port: server.port)
            defer { client.close() }
            let head = "HEAD /samples/n0 HTTP/1.1\r\nHost: a\r\n\r\n"
            let first = (1...5).map { "GET /samples/n\($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined()
            client.send(
                head + first + "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nConnection: close\r\n\r\nlast")
            let text = await client.receive()
            let positions =
                (1...5).map { text.range(of: " n\($0) ")?.lowerBound } + [text.range(of: "last")?.lowerBound]
            #expect(positions.allSatisfy { $0 != nil } && !text.contains(" n0 "))
            #expect(positions.compactMap { $0 } == positions.compactMap { $0 }.sorted())
        }
    }

    @Test("The log contains template, status and sizes")
    func access() async throws {
        try await withServer(routes: routes) { server in
            let answer = try await curl("-d", "12345", server.url + "/echo?secret=1")
            _ = try await curl(server.url + "/nothing")
            #expect(await eventually { server.accesses.all.count == 2 })
            let echo = try #require(server.accesses.all.first { $0.method == .post })
            #expect(echo.route == "/echo")
            #expect(echo.status == .ok)
            #expect(echo.requestID == answer.headers["x-request-id"])
            #expect(echo.bodyBytesIn == 5 && echo.bodyBytesOut == 5)
            #expect(echo.isComplete)
            #expect(echo.duration > .zero)
            let missing = try #require(server.accesses.all.first { $0.method == .get })
            #expect(missing.route == nil)
            #expect(missing.status == .notFound)
        }
    }
}
