import Testing

@testable import HTTPServer

@Suite("Pages of other origins")
struct CrossOriginTests {
    private static func policy(_ origins: String...) throws -> CrossOriginPolicy {
        try CrossOriginPolicy(
            origins: origins, requestHeaders: ["Authorization", "If-None-Match"],
            exposedHeaders: ["ETag", "Server-Timing"])
    }

    private struct Broken: Error {}

    private static let routes: [Route] = [
        .text(.get, "/text") { _ in "text" },
        .text(.get, "/thrown") { _ in throw Broken() },
        Route(method: .get, template: "/tagged") { _ in
            HTTPResponse(
                status: .ok, contentType: "text/plain", body: [65], headers: ["ETag": "\"a\"", "Vary": "Accept"])
        },
        Route(method: .get, template: "/stream") { _ in
            var response = HTTPResponse(status: .ok, contentType: "text/event-stream")
            response.stream = HTTPStream { try await $0.write([65, 66]) }
            return response
        },
        .echo(.put, "/text"),
    ]

    private static let page = "https://grafana.example.org"
    private static let asking = ["-H", "Origin: \(page)"]

    private static func preflight(_ method: String, origin: String = page) -> [String] {
        [
            "-X", "OPTIONS", "-H", "Origin: \(origin)", "-H", "Access-Control-Request-Method: \(method)", "-H",
            "Access-Control-Request-Headers: authorization",
        ]
    }

    @Test(
        "An origin is a scheme, a host, and a port unless it is the scheme's own",
        arguments: [
            "https://grafana.example.org", "http://localhost:3000", "HTTP://Example.org", "http://127.0.0.1:8080",
            "http://[::1]:3000", "http://[::1]", "capacitor://localhost", "https://a.example:80", "http://a_b",
        ])
    func wellFormed(origin: String) throws {
        let policy = try Self.policy(origin)
        var response = HTTPResponse(status: .ok)
        policy.apply(to: &response, for: HTTPRequest(path: "/", headers: ["Origin": origin.lowercased()]))
        #expect(response.headers["Access-Control-Allow-Origin"] == origin.lowercased())
    }

    @Test(
        "A text that no browser sends as an origin is refused",
        arguments: [
            "", "null", "grafana.example.org", "https://", "https://a/", "https://a/b", "https://a?b", "https://u@a",
            "https://a:", "https://a:0", "https://a:65536", "https://a:x", "https://a:443", "http://a:80", "https://*",
            "https://*.example.org", "https://bücher.example", "https://a b", "1http://a", "http:/a", "http://[::1",
            "http://::1", "http://[a]", "https://a:080", "https://a:1:2", "https://a\r\nX: b",
        ])
    func malformed(origin: String) {
        let error = #expect(throws: HTTPServerError.self) { try Self.policy(origin) }
        #expect(error?.code == .malformedOrigin)
    }

    @Test("The asterisk excludes other origins")
    func asterisk() {
        #expect(throws: HTTPServerError.self) { try Self.policy("*", Self.page) }
        #expect(throws: Never.self) { try Self.policy("*") }
    }

    @Test("Without configured origins, no response has cross-origin fields")
    func none() async throws {
        try await withServer(routes: Self.routes) { server in
            for arguments in [Self.asking, Self.preflight("GET")] {
                let answer = try await curl(arguments + [server.url + "/text"])
                #expect(answer.headers.keys.filter { $0.hasPrefix("access-control") } == [])
                #expect(answer.headers["vary"]?.contains("Origin") != true)
            }
        }
    }

    @Test("A configured origin may read every response: errors, streams, 304 and refusals of the server itself")
    func stated() async throws {
        try await withServer(routes: Self.routes, crossOrigin: try Self.policy(Self.page, "http://localhost:3000")) {
            server in
            for (path, more, status) in [
                ("/text", [], 200), ("/thrown", [], 500), ("/nothing", [], 404), ("/text", ["-X", "DELETE"], 405),
                ("/stream", [], 200), ("/tagged", ["-H", "If-None-Match: \"a\""], 304), ("/%zz", [], 400),
                ("/text", ["--head"], 200),
                ("/text", ["-X", "PUT", "-H", "Content-Encoding: br", "-d", "x"], 415),
            ] as [(String, [String], Int)] {
                let answer = try await curl(Self.asking + more + [server.url + path])
                #expect(answer.status == status, "\(path)")
                #expect(answer.headers["access-control-allow-origin"] == Self.page, "\(path)")
                #expect(answer.headers["access-control-expose-headers"] == "ETag, Server-Timing", "\(path)")
                #expect(answer.headers["timing-allow-origin"] == Self.page, "\(path)")
                #expect(answer.headers["vary"]?.hasSuffix("Origin") == true, "\(path)")
                #expect(answer.headers["access-control-allow-credentials"] == nil)
                #expect(answer.headers["access-control-allow-methods"] == nil)
            }
        }
    }

    @Test("Another origin, none, and two at once get no permission, and Vary names Origin")
    func unstated() async throws {
        try await withServer(routes: Self.routes, crossOrigin: try Self.policy(Self.page)) { server in
            for arguments in [
                [], ["-H", "Origin: https://evil.example"], ["-H", "Origin: null"],
                ["-H", "Origin: \(Self.page).evil.example"],
                ["-H", "Origin: http://grafana.example.org"], ["-H", "Origin: \(Self.page):444"],
                Self.asking + ["-H", "Origin: https://evil.example"],
                Self.preflight("GET", origin: "https://evil.example"),
            ] {
                let answer = try await curl(arguments + [server.url + "/text"])
                #expect(answer.headers.keys.filter { $0.hasPrefix("access-control") } == [], "\(arguments)")
                #expect(answer.headers["vary"]?.contains("Origin") == true)
            }
        }
    }

    @Test("A preflight returns the methods of the route, and no handler runs")
    func preflight() async throws {
        try await withServer(routes: Self.routes, crossOrigin: try Self.policy(Self.page)) { server in
            let answer = try await curl(Self.preflight("PUT") + [server.url + "/text"])
            #expect(answer.status == 204)
            #expect(answer.headers["access-control-allow-origin"] == Self.page)
            #expect(answer.headers["access-control-allow-methods"] == "GET, HEAD, PUT, OPTIONS")
            #expect(answer.headers["access-control-allow-headers"] == "Authorization, If-None-Match")
            #expect(answer.headers["access-control-max-age"] == "7200")
            // A preflight for an unknown path fails: browsers require a success status.
            #expect(try await curl(Self.preflight("GET") + [server.url + "/nothing"]).status == 404)
            // An OPTIONS request without a requested method is not a preflight.
            let options = try await curl(Self.asking + ["-X", "OPTIONS", server.url + "/text"])
            #expect(options.headers["access-control-allow-methods"] == nil)
        }
    }

    @Test("With the asterisk, every origin gets the same fields, and credentials are never allowed")
    func open() async throws {
        try await withServer(routes: Self.routes, crossOrigin: try Self.policy("*")) { server in
            for arguments in [[], Self.asking, ["-H", "Origin: null"], Self.preflight("GET")] {
                let answer = try await curl(arguments + [server.url + "/text"])
                #expect(answer.headers["access-control-allow-origin"] == "*")
                #expect(answer.headers["access-control-allow-credentials"] == nil)
                #expect(answer.headers["vary"]?.contains("Origin") != true)
            }
        }
    }
}
