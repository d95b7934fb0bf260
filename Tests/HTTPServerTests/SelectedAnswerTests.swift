import Testing

@testable import HTTPServer

@Suite("Compressed responses and 304")
struct SelectedAnswerTests {
    private static let text = Array(String(repeating: "{\"startDate\":\"2024-05-01\"},", count: 2_000).utf8)

    private static func route(
        _ template: String, _ type: String, _ body: [UInt8], headers: HTTPHeaders = ["ETag": "\"tag\""]
    ) -> Route {
        Route(method: .get, template: template) { _ in
            var response = HTTPResponse(status: .ok, contentType: type, body: body, headers: headers)
            response.timings = [ServerTiming("db", .milliseconds(5))]
            return response
        }
    }

    private static func kept(_ template: String, _ body: [UInt8]) -> Route {
        let kept = KeptBody(body)
        return Route(method: .get, template: template) { _ in
            var response = HTTPResponse(status: .ok, contentType: "text/csv", headers: ["ETag": "\"tag\""])
            response.keptBody = kept
            return response
        }
    }

    private static let routes: [Route] = [
        route("/json", "application/json", text),
        route("/csv", "text/csv; charset=utf-8", text),
        route("/untagged", "Application/JSON", text, headers: ["Vary": "Accept"]),
        route("/long", "text/csv", testBytes(1_000_000)),
        route("/edge", "text/plain", Array(text.prefix(HTTPResponse.compressedBytesMin))),
        route("/short", "text/plain", Array(text.prefix(HTTPResponse.compressedBytesMin - 1))),
        route("/empty", "text/plain", []),
        route("/binary", "application/octet-stream", text),
        route("/events", "text/event-stream", text),
        route("/coded", "text/plain", text, headers: ["Content-Encoding": "br"]),
        kept("/kept", text),
        kept("/kept-long", testBytes(1_000_000)),
        kept("/kept-medium", Array(text.prefix(KeptBody.compressedBytesMin - 1))),
        kept("/kept-short", Array(text.prefix(100))),
        Route(method: .get, template: "/failed") { _ in
            HTTPResponse(status: .notFound, contentType: "text/plain", body: text, headers: ["ETag": "\"tag\""])
        },
        Route(method: .post, template: "/json") { _ in
            HTTPResponse(status: .ok, contentType: "application/json", body: text, headers: ["ETag": "\"tag\""])
        },
    ]

    @Test(
        "A client that accepts gzip gets it complete, with its length and its own tag",
        arguments: ["/json", "/csv", "/edge"])
    func compressed(path: String) async throws {
        try await withServer(routes: Self.routes) { server in
            let plain = try await curl(server.url + path)
            let raw = try await curl("-H", "Accept-Encoding: gzip", server.url + path)
            let decoded = try await curl("--compressed", server.url + path)
            #expect(decoded.body == plain.body)
            #expect(decoded.exitStatus == 0)
            #expect(raw.headers["content-encoding"] == "gzip")
            #expect(raw.headers["content-length"] == String(raw.body.count))
            #expect(raw.body.count < plain.body.count / 5)
            #expect(raw.headers["content-type"] == plain.headers["content-type"])
            #expect(raw.headers["etag"] == "\"tag-gzip\"")
            #expect(plain.headers["etag"] == "\"tag\"")
            #expect(plain.headers["content-encoding"] == nil)
            #expect(plain.headers["vary"] == "Accept-Encoding")
            #expect(raw.headers["vary"] == "Accept-Encoding")
            #expect(await eventually { server.accesses.all.contains { $0.bodyBytesOut == raw.body.count } })
        }
    }

    private static let keptBodies = [
        ("/kept", text), ("/kept-long", testBytes(1_000_000)),
        ("/kept-medium", Array(text.prefix(KeptBody.compressedBytesMin - 1))), ("/kept-short", Array(text.prefix(100))),
    ]

    @Test("A kept body is sent as it was given, compressed or not, with the same tags and lengths as another body")
    func kept() async throws {
        try await withServer(routes: Self.routes) { server in
            for (path, body) in Self.keptBodies {
                let isShort = body.count < HTTPResponse.compressedBytesMin
                for options in [[], ["-H", "Accept-Encoding: identity"]] {
                    let plain = try await curl(options + [server.url + path])
                    #expect(plain.body == body && plain.headers["etag"] == "\"tag\"", "\(path)")
                    #expect(plain.headers["content-encoding"] == nil)
                }
                let decoded = try await curl("--compressed", server.url + path)
                #expect(decoded.body == body && decoded.headers["vary"] == "Accept-Encoding", "\(path)")
                #expect(decoded.headers["content-encoding"] == (isShort ? nil : "gzip"))
                #expect(decoded.headers["etag"] == (isShort ? "\"tag\"" : "\"tag-gzip\""))
                #expect((Int(decoded.headers["content-length"] ?? "") ?? 0 < body.count) != isShort)
                let known = try await curl("--compressed", "-H", "If-None-Match: \"tag-gzip\"", server.url + path)
                #expect(known.status == (isShort ? 200 : 304))
                let head = try await curl("--head", server.url + path)
                #expect(head.headers["content-length"] == String(body.count))
            }
        }
    }

    @Test("A long body, which another thread compresses, arrives unchanged")
    func long() async throws {
        try await withServer(routes: Self.routes) { server in
            let answer = try await curl("--compressed", server.url + "/long")
            #expect(answer.headers["content-encoding"] == "gzip")
            #expect(answer.body == testBytes(1_000_000))
        }
    }

    @Test(
        "A body that is short, not text, an event stream, or coded already is unchanged",
        arguments: ["/short", "/empty", "/binary", "/events", "/coded"])
    func left(path: String) async throws {
        try await withServer(routes: Self.routes) { server in
            let plain = try await curl(server.url + path)
            let answer = try await curl("-H", "Accept-Encoding: gzip", server.url + path)
            #expect(answer.body == plain.body)
            #expect(answer.headers["content-encoding"] == plain.headers["content-encoding"])
            #expect(answer.headers["etag"] == plain.headers["etag"])
        }
    }

    @Test("A client that refuses identity gets a short text compressed, too")
    func uncodedIsRefused() async throws {
        try await withServer(routes: Self.routes) { server in
            let answer = try await curl("-H", "Accept-Encoding: gzip, identity;q=0", server.url + "/short")
            #expect(answer.headers["content-encoding"] == "gzip")
            let neither = try await curl("-H", "Accept-Encoding: *;q=0", server.url + "/short")
            #expect(neither.status == 200 && neither.headers["content-encoding"] == nil)
        }
    }

    @Test("A known tag in the accepted coding gives 304, with its tag and without fields of the body")
    func notModified() async throws {
        try await withServer(routes: Self.routes) { server in
            for (coding, known, status) in [
                ("identity", "\"tag\"", 304), ("gzip", "\"tag-gzip\"", 304), ("identity", "W/\"tag\"", 304),
                ("gzip", "\"x\", W/\"tag-gzip\"", 304), ("gzip", "*", 304), ("identity", "*", 304),
                // Each coding is a separate representation.
                ("gzip", "\"tag\"", 200), ("identity", "\"tag-gzip\"", 200), ("gzip", "tag-gzip", 200),
                ("identity", "", 200),
            ] {
                let answer = try await curl(
                    "-H", "Accept-Encoding: \(coding)", "-H", "If-None-Match: \(known)", server.url + "/json")
                #expect(answer.status == status, "\(coding) \(known)")
                #expect(answer.headers["etag"] == (coding == "gzip" ? "\"tag-gzip\"" : "\"tag\""))
                #expect(answer.headers["vary"] == "Accept-Encoding")
                guard status == 304 else { continue }
                #expect(answer.body.isEmpty && answer.exitStatus == 0)
                #expect(answer.headers["content-type"] == nil && answer.headers["content-encoding"] == nil)
            }
        }
    }

    @Test("Only GET and HEAD of an existing resource with a tag can give 304")
    func neverNotModified() async throws {
        try await withServer(routes: Self.routes) { server in
            #expect(try await curl("-H", "If-None-Match: *", server.url + "/failed").status == 404)
            #expect(try await curl("-X", "POST", "-H", "If-None-Match: *", server.url + "/json").status == 200)
            let untagged = try await curl(
                "-H", "If-None-Match: *", "-H", "Accept-Encoding: gzip", server.url + "/untagged")
            #expect(untagged.status == 200)
            #expect(untagged.headers["etag"] == nil)
            #expect(untagged.headers["vary"] == "Accept, Accept-Encoding")
            // This also holds if the body is not compressible.
            #expect(try await curl("-H", "If-None-Match: \"tag\"", server.url + "/binary").status == 304)
        }
    }

    @Test("Every response contains its duration, also an error and 304")
    func timings() async throws {
        try await withServer(routes: Self.routes) { server in
            let plain = try await curl(server.url + "/json")
            #expect(plain.headers["server-timing"]?.wholeMatch(of: /db;dur=5\.000, total;dur=\d+\.\d{3}/) != nil)
            let compressed = try await curl("-H", "Accept-Encoding: gzip", server.url + "/json")
            #expect(
                compressed.headers["server-timing"]?
                    .wholeMatch(of: /db;dur=5\.000, gzip;dur=\d+\.\d{3}, total;dur=\d+\.\d{3}/) != nil)
            let known = try await curl("-H", "If-None-Match: *", server.url + "/json")
            #expect(known.headers["server-timing"]?.hasPrefix("db;dur=5.000, total;") == true)
            for path in ["/nothing", "/%zz"] {
                #expect(try await curl(server.url + path).headers["server-timing"]?.hasPrefix("total;dur=") == true)
            }
        }
    }
}
