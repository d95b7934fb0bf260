import Foundation
import HTTPServer
import Testing

@testable import HealthAPI
@testable import HealthPage

@Suite("Files of the page")
struct PageTests {
    /// The files in the sources.
    private static let directory = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../Sources/HealthPage/Files").standardizedFileURL

    @Test("the access log has words for every request about a person, and for no other")
    func routes() throws {
        let words = try String(contentsOf: Self.directory.appendingPathComponent("text/en.js"), encoding: .utf8)
        let named = words.matches(of: #/'((?:GET|POST|PUT|PATCH|DELETE) \/[^']*)': /#).map { String($0.output.1) }
        let personal = Endpoint.all.filter { [.bearer, .bearerOrKey].contains($0.access) }
        #expect(Set(named) == Set(personal.map { "\($0.method.rawValue) \($0.template)" }))
    }

    private static func router(_ page: Page) -> Router {
        Router(routes: page.routes) { _, _ in HTTPResponse(status: .notFound) }
    }

    private static func get(_ path: String, _ router: Router, headers: [(String, String)] = []) async -> HTTPResponse {
        var request = HTTPHeaders()
        for (name, value) in headers { request[name] = value }
        return await router.respond(to: HTTPRequest(path: path, headers: request))
    }

    /// Returns the paths in the document that have the version.
    private static func paths(in document: HTTPResponse) -> [String] {
        String(decoding: document.body, as: UTF8.self).matches(of: /"(\/page\/[^"]+)"/).map { String($0.1) }
    }

    /// Returns the document without the modules that are loaded at once, which are those of its view.
    private static func withoutModules(_ document: HTTPResponse) -> [Substring] {
        String(decoding: document.body, as: UTF8.self).split(separator: "\n").filter { !$0.contains("modulepreload") }
    }

    /// A folder for one test, with the files of a small page.
    @discardableResult
    private static func withFiles<Value>(
        _ files: [String: String], _ body: (URL) async throws -> Value
    ) async throws -> Value {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("page-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        for (path, text) in files {
            let file = folder.appendingPathComponent(path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        return try await body(folder)
    }

    private static let small = [
        "index.html": "<!-- modules --><script src=\"/page/{version}/app.js\"></script>",
        "app.js": "import { a } from './core/a.js'\na()",
        "core/a.js": "export function a() {}", "views/later.js": "export const later = 1", "notes.txt": "none",
        "views/sleep.js": "import { a } from '../core/a.js'\nimport { b } from '../charts/nights.js'",
        "charts/nights.js": "export const b = 1", "styles/b.css": "b {}", "styles/a.css": "a {}",
    ]

    @Test("every file of the folder is served for ever, with its media type, a tag and both content codings")
    func files() async throws {
        let page = try Page(directory: Self.directory)
        let router = Self.router(page)
        let version = try #require(
            await Self.paths(in: Self.get("/", router)).first?.split(separator: "/").dropFirst().first)
        let types = [
            "js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8", "svg": "image/svg+xml",
            "png": "image/png",
        ]
        let paths = try #require(FileManager.default.subpaths(atPath: Self.directory.path))
        let served = paths.filter { types[URL(fileURLWithPath: $0).pathExtension] != nil }
        #expect(served.count > 50)
        for path in served {
            let address = "/page/\(version)/\(path)"
            let response = await Self.get(address, router)
            #expect(response.status == .ok, "\(path)")
            #expect(response.headers["Content-Type"] == types[URL(fileURLWithPath: path).pathExtension])
            #expect(response.headers["Cache-Control"] == "public, max-age=31536000, immutable")
            let tag = try #require(response.headers["ETag"])
            #expect(await Self.get(address, router, headers: [("If-None-Match", tag)]).status == .notModified)
            for coding in ["br", "gzip"] {
                let coded = await Self.get(address, router, headers: [("Accept-Encoding", coding)])
                if path.hasSuffix(".png") {
                    #expect(coded.headers["Content-Encoding"] == nil && coded.body == response.body)
                    continue
                }
                #expect(coded.headers["Content-Encoding"] == coding && coded.headers["Vary"] == "Accept-Encoding")
                #expect(coded.headers["ETag"] != tag && coded.body.count < max(response.body.count, 200))
            }
        }
    }

    @Test("every view answers with the document, whose headers are the policy of the page")
    func document() async throws {
        let router = Self.router(try Page(directory: Self.directory))
        let document = await Self.get("/", router)
        let views = [
            "/metric/stepCount", "/trends", "/sleep", "/workouts", "/workouts/1b4e28ba-2fa1-41d2-883f-0016d3cca427",
            "/report", "/data", "/access", "/authorize", "/openid", "/sleep/", "/metric/stepCount/",
        ]
        for path in views {
            #expect(Self.withoutModules(await Self.get(path, router)) == Self.withoutModules(document), "\(path)")
        }
        let policy = try #require(document.headers["Content-Security-Policy"])
        for directive in ["default-src 'self'", "frame-ancestors 'none'", "require-trusted-types-for 'script'"] {
            #expect(policy.split(separator: ";").contains { $0.trimmingCharacters(in: .whitespaces) == directive })
        }
        for weaker in ["-inline", "-eval", "http", "*"] { #expect(!policy.contains(weaker)) }
        #expect(document.headers["Referrer-Policy"] == "no-referrer")
        #expect(document.headers["Cache-Control"] == "no-cache")
        let tag = try #require(document.headers["ETag"])
        #expect(await Self.get("/", router, headers: [("If-None-Match", tag)]).status == .notModified)
        let text = String(decoding: document.body, as: UTF8.self)
        #expect(!text.contains("{version}") && !text.contains("<style") && !text.contains("style="))
        #expect(text.matches(of: /<script(?![^>]*\bsrc=)/).isEmpty)
    }

    @Test("the document names all files that the first view needs, and all of them are served")
    func modules() async throws {
        let router = Self.router(try Page(directory: Self.directory))
        let paths = await Self.paths(in: Self.get("/", router))
        for name in ["app.js", "core/early.js", "text/en.js", "styles.css"] {
            #expect(paths.contains { $0.hasSuffix("/\(name)") }, "\(name)")
        }
        for path in paths { #expect(await Self.get(path, router).status == .ok, "\(path)") }
        try await Self.withFiles(Self.small) { folder in
            let router = Self.router(try Page(directory: folder))
            let named = await Self.paths(in: Self.get("/", router)).map { $0.split(separator: "/").dropFirst(2) }
            #expect(Set(named.map { $0.joined(separator: "/") }) == ["app.js"])
            let sleep = await Self.paths(in: Self.get("/sleep", router)).map { $0.split(separator: "/").dropFirst(2) }
            #expect(
                Set(sleep.map { $0.joined(separator: "/") }) == ["app.js", "views/sleep.js", "charts/nights.js"])
        }
    }

    @Test("all style sheets are one file, in the order of their names")
    func styles() async throws {
        try await Self.withFiles(Self.small) { folder in
            let router = Self.router(try Page(directory: folder))
            let app = try #require(await Self.paths(in: Self.get("/", router)).first)
            let sheet = await Self.get(app.replacing("app.js", with: "styles.css"), router)
            #expect(String(decoding: sheet.body, as: UTF8.self) == "a {}\nb {}")
        }
    }

    @Test("a page without the chart library has all other files")
    func withoutLibrary() async throws {
        let page = try Page(directory: Self.directory, chartLibrary: URL(fileURLWithPath: "/nonexistent/chart.js"))
        #expect(!page.hasChartLibrary)
        #expect(!page.routes.contains { $0.template.hasSuffix("/chart.js") })
        let router = Self.router(page)
        for path in await Self.paths(in: Self.get("/", router)) {
            #expect(await Self.get(path, router).status == .ok, "\(path)")
        }
    }

    @Test("a file of another version, of no version or of another kind is not served")
    func unknown() async throws {
        try await Self.withFiles(Self.small) { folder in
            let router = Self.router(try Page(directory: folder))
            let path = try #require(await Self.paths(in: Self.get("/", router)).first { $0.hasSuffix("/app.js") })
            let version = path.split(separator: "/")[1]
            for path in [
                "/page/0000000000000000/app.js", "/app.js", "/page/\(version)/notes.txt", "/page/\(version)/index.html",
                "/page/\(version)/core/../app.js", "/page/\(version)/core%2fa.js",
            ] { #expect(await Self.get(path, router).status == .notFound, "\(path)") }
        }
    }

    @Test("equal files have the same version, and a changed, renamed or missing file changes it")
    func version() async throws {
        func version(_ files: [String: String]) async throws -> Substring {
            try await Self.withFiles(files) { folder in
                let page = try Page(directory: folder, chartLibrary: folder.appendingPathComponent("none"))
                let path = try #require(await Self.paths(in: Self.get("/", Self.router(page))).first)
                return path.split(separator: "/")[1]
            }
        }
        let first = try await version(Self.small)
        #expect(try await version(Self.small) == first)
        for (name, text) in [
            ("app.js", "1"), ("views/later.js", "export const later = 2"), ("views/other.js", ""),
            ("index.html", "<!-- modules --><p>/page/{version}</p>"),
        ] {
            #expect(try await version(Self.small.merging([name: text]) { $1 }) != first, "\(name)")
        }
        var renamed = Self.small
        renamed["views/renamed.js"] = renamed.removeValue(forKey: "views/later.js")
        #expect(try await version(renamed) != first)
    }

    @Test("comments are left out of modules and style sheets, and all other text stays")
    func comments() async throws {
        let code = "/**\n * Says more.\n */\n/* One line. */\nconst a = 'https://a' // stays\n    // goes\n\n    b()\n"
        try await Self.withFiles(Self.small.merging(["views/later.js": code]) { $1 }) { folder in
            let router = Self.router(try Page(directory: folder))
            let app = try #require(await Self.paths(in: Self.get("/", router)).first { $0.hasSuffix("/app.js") })
            let path = app.replacing("app.js", with: "views/later.js")
            let served = String(decoding: await Self.get(path, router).body, as: UTF8.self)
            #expect(served == "const a = 'https://a' // stays\nb()")
        }
    }

    @Test("a folder without the document is refused")
    func missing() async throws {
        #expect(throws: PageError.self) { try Page(directory: URL(fileURLWithPath: "/nonexistent")) }
        _ = try await Self.withFiles(["app.js": ""]) { folder in
            #expect(throws: PageError.self) { try Page(directory: folder) }
        }
    }
}
