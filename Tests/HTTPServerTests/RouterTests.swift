import Testing

@testable import HTTPServer

@Suite("Router")
struct RouterTests {
    private let router = Router(
        routes: [
            .text(.get, "/samples/{uuid}") { "one \($0.pathParameters["uuid"] ?? "?")" },
            .text(.delete, "/samples/{uuid}") { "gone \($0.pathParameters["uuid"] ?? "?")" },
            .text(.get, "/samples/latest") { _ in "latest" },
            .text(.get, "/samples") { _ in "all" },
            .text(.post, "/samples") { _ in "made" },
            .text(.get, "/{kind}/of/{name}") {
                "\($0.pathParameters["kind"] ?? "")-\($0.pathParameters["name"] ?? "")"
            },
            .text(.get, "/") { _ in "root" },
        ],
        failure: failureResponse)

    private func answer(_ method: HTTPMethod, _ path: String) async -> HTTPResponse {
        await router.respond(to: HTTPRequest(method: method, path: path))
    }

    private func text(_ method: HTTPMethod, _ path: String) async -> String {
        String(decoding: await answer(method, path).body, as: UTF8.self)
    }

    @Test("A literal part of a path has precedence over a parameter, in any order of the routes")
    func literalBeforeParameter() async {
        #expect(await text(.get, "/samples/latest") == "latest")
        #expect(await text(.get, "/samples/abc") == "one abc")
        #expect(await text(.get, "/samples") == "all")
        #expect(await text(.get, "/") == "root")
        #expect(await text(.get, "/a/of/b") == "a-b")
        // Only the less specific template has the method.
        #expect(await text(.delete, "/samples/latest") == "gone latest")
    }

    @Test(
        "A path that no template matches is not found",
        arguments: ["/nothing", "/samples/", "/samples/a/b", "//samples", "/samples//", "/a/of/", "/Samples", "*"])
    func notFound(path: String) async {
        #expect(await answer(.get, path).status == .notFound)
    }

    @Test("A known path with another method returns the methods of all matching routes")
    func methodNotAllowed() async {
        let one = await answer(.put, "/samples/latest")
        #expect(one.status == .methodNotAllowed)
        #expect(one.headers["allow"] == "GET, HEAD, DELETE, OPTIONS")
        #expect(await answer(HTTPMethod(rawValue: "BREW"), "/samples").headers["Allow"] == "GET, HEAD, POST, OPTIONS")
    }

    @Test("OPTIONS gives 204 and the methods, for * those of all routes, and 404 for an unknown path")
    func options() async {
        let one = await answer(.options, "/samples")
        #expect(one.status == .noContent)
        #expect(one.headers["Allow"] == "GET, HEAD, POST, OPTIONS")
        #expect(one.body.isEmpty)
        #expect(await answer(.options, "*").headers["Allow"] == "GET, HEAD, DELETE, POST, OPTIONS")
        #expect(await answer(.options, "/nothing").status == .notFound)
    }

    @Test("Headers are found without regard to case and keep their order")
    func headers() {
        var headers: HTTPHeaders = ["Accept": "a", "X-One": "1"]
        headers.append("ACCEPT", "b")
        #expect(headers["accept"] == "a")
        #expect(headers.values("Accept") == ["a", "b"])
        headers["aCCept"] = "c"
        #expect(headers.fields.map(\.name) == ["X-One", "aCCept"])
        headers["Accept"] = nil
        #expect(headers["accept"] == nil)
    }

    @Test("A request target is split before it is decoded")
    func target() throws {
        let target = try RequestTarget(parsing: "/a%2Fb/%C3%A9+%2B?x=1+2&&x=%26%3D&flag&empty=&=v&y=a=b?c".utf8)
        #expect(target.path == "/a/b/é++")
        #expect(target.pathSegments == ["a/b", "é++"])
        #expect(target.query.map(\.name) == ["x", "x", "flag", "empty", "", "y"])
        #expect(target.query.map(\.value) == ["1 2", "&=", nil, "", "v", "a=b?c"])
    }

    @Test("The absolute form of a request target gives its path")
    func absoluteTarget() throws {
        #expect(try RequestTarget(parsing: "http://host:1/a?b=c".utf8).path == "/a")
        #expect(try RequestTarget(parsing: "HTTPS://host".utf8).path == "/")
        let noPath = try RequestTarget(parsing: "http://host?b=c".utf8)
        #expect(noPath.path == "/")
        #expect(noPath.query.map(\.value) == ["c"])
    }

    @Test(
        "A request target that cannot be decoded is refused",
        arguments: ["/%", "/%4", "/%zz", "/%ff", "/%00", "/?a=%", "/?%c3=1", "a", "", "ftp://host/"])
    func malformedTarget(target: String) {
        #expect(throws: HTTPFailure.self) { try RequestTarget(parsing: target.utf8) }
    }
}
