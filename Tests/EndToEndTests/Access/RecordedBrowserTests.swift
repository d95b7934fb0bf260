import Foundation
import HealthDatabase
import TestSupport
import Testing

/// Requests as a browser sent them.
///
/// They were recorded on 2026-11-22 with Chromium 156.0.8078.79 (headless, Debian 12), which
/// ChromeDriver steered. The service was behind a proxy with TLS at https://health.example, which
/// was started as `--trusted-proxy`; a page of https://grafana.health.example is of the same site,
/// and one of https://evil.test of another. The table has the fields of each request that say where
/// it comes from, and whether the browser sent the cookie. The statuses are those that the browser
/// got.
@Suite struct RecordedBrowserTests {
    struct Recorded: Sendable, CustomTestStringConvertible {
        var name: String
        var method = "GET"
        var path = "/v1/access"
        var body: String?
        /// `Sec-Fetch-Site`, `Sec-Fetch-Mode` and `Sec-Fetch-Dest`.
        var fetch: (site: String, mode: String, destination: String)
        var origin: String?
        /// Other fields that the browser sent.
        var others: [String] = []
        var hasCookie = true
        /// The status that the browser got.
        var status: Int
        var testDescription: String { name }
    }

    private static let own = "https://health.example"
    private static let json = "Content-Type: application/json"
    private static let text = "Content-Type: text/plain"
    private static let form = "Content-Type: application/x-www-form-urlencoded"

    static let ownPage: [Recorded] = [
        Recorded(name: "fetch", fetch: ("same-origin", "cors", "empty"), status: 200),
        Recorded(
            name: "fetch POST", method: "POST", path: "/v1/tokens", body: #"{"name": "t"}"#,
            fetch: ("same-origin", "cors", "empty"), origin: own, others: [json], status: 201),
        Recorded(
            name: "fetch DELETE", method: "DELETE", path: "/v1/tokens/3f2504e0-4f89-11d3-9a0c-0305e82c3301",
            fetch: ("same-origin", "cors", "empty"), origin: own, status: 404),
        Recorded(
            name: "the address bar", fetch: ("none", "navigate", "document"), others: ["Sec-Fetch-User: ?1"],
            status: 200),
    ]

    /// The cookie goes with requests of the same site, although it is SameSite=Strict.
    static let sameSite: [Recorded] = requests(
        of: "https://grafana.health.example", site: "same-site", hasCookie: true, status: 403)

    /// The browser sends no cookie, so these requests have no credential.
    static let crossSite: [Recorded] = requests(
        of: "https://evil.test", site: "cross-site", hasCookie: false, status: 401)

    private static func requests(of origin: String, site: String, hasCookie: Bool, status: Int) -> [Recorded] {
        // Of requests in another site's page.
        let embedded = site == "cross-site" ? ["Sec-Fetch-Storage-Access: none"] : []
        return [
            Recorded(
                name: "\(site): fetch with credentials", fetch: (site, "cors", "empty"), origin: origin,
                others: embedded, hasCookie: hasCookie, status: status),
            Recorded(
                name: "\(site): fetch without CORS", fetch: (site, "no-cors", "empty"), others: embedded,
                hasCookie: hasCookie, status: status),
            Recorded(
                name: "\(site): fetch POST without preflight", method: "POST", path: "/v1/tokens", body: "{}",
                fetch: (site, "no-cors", "empty"), origin: origin, others: [text] + embedded, hasCookie: hasCookie,
                status: status),
            Recorded(
                name: "\(site): a form with POST", method: "POST", path: "/v1/tokens", body: "a=b",
                fetch: (site, "navigate", "document"), origin: origin, others: [form], hasCookie: hasCookie,
                status: status),
            Recorded(
                name: "\(site): a link", fetch: (site, "navigate", "document"), hasCookie: hasCookie, status: status),
            Recorded(
                name: "\(site): an image", fetch: (site, "no-cors", "image"), others: embedded, hasCookie: hasCookie,
                status: status),
            Recorded(
                name: "\(site): a frame", fetch: (site, "navigate", "iframe"), others: embedded,
                hasCookie: hasCookie, status: status),
        ]
    }

    private static let proxied = [
        "X-Forwarded-Proto: https", "X-Forwarded-For: 192.0.2.1", "X-Forwarded-Host: health.example",
    ]

    private func send(
        _ request: Recorded, _ cookie: String?, _ world: TwoPeople
    ) async throws -> RunningService.Answer {
        var headers =
            Self.proxied + [
                "Sec-Fetch-Site: \(request.fetch.site)", "Sec-Fetch-Mode: \(request.fetch.mode)",
                "Sec-Fetch-Dest: \(request.fetch.destination)",
            ]
        headers += request.others + (request.origin.map { ["Origin: \($0)"] } ?? [])
        if let cookie { headers.append("Cookie: __Host-healthstore=\(cookie)") }
        return try await world.send(request.method, request.path, body: request.body, headers: headers)
    }

    @Test("what a browser sends is answered as in the recording, and never for another origin with the cookie")
    func recorded() async throws {
        try await TwoPeople.with(["--trusted-proxy", "127.0.0.1"]) { world in
            let cookie = try world.openSession(of: world.ada).text
            let tokens = try TokenStore.list(for: world.ada, world.session).count
            for request in Self.sameSite + Self.crossSite {
                let answer = try await send(request, request.hasCookie ? cookie : nil, world)
                #expect(answer.status == request.status, "\(request.name): \(answer.body)")
                // A browser that sends the cookie all the same.
                let refused = try await send(request, cookie, world)
                #expect(refused.status == 403 && refused.code == "cross_site_request", "\(request.name)")
            }
            #expect(try TokenStore.list(for: world.ada, world.session).count == tokens)
            for request in Self.ownPage {
                let answer = try await send(request, cookie, world)
                #expect(answer.status == request.status, "\(request.name): \(answer.body)")
            }
        }
    }

    @Test("a fresh window logs in with a link; a page of another origin cannot log it in")
    func login() async throws {
        try await TwoPeople.with(["--trusted-proxy", "127.0.0.1"]) { world in
            let login = #"{"token": "\#(try world.login(world.ada).text)"}"#
            for (site, origin) in [
                ("same-site", "https://grafana.health.example"), ("cross-site", "https://evil.test"),
            ] {
                let foreign = Recorded(
                    name: "login", method: "POST", path: "/v1/sessions", body: login, fetch: (site, "no-cors", "empty"),
                    origin: origin, others: [Self.text], hasCookie: false, status: 403)
                let answer = try await send(foreign, nil, world)
                #expect(answer.status == 403 && answer.code == "cross_site_request", "\(answer.body)")
                #expect(answer.header("Set-Cookie") == nil)
            }
            let fresh = Recorded(
                name: "fresh", fetch: ("same-origin", "cors", "empty"), hasCookie: false, status: 401)
            #expect(try await send(fresh, nil, world).status == 401)
            let own = Recorded(
                name: "login", method: "POST", path: "/v1/sessions", body: login,
                fetch: ("same-origin", "cors", "empty"), origin: Self.own, others: [Self.json], hasCookie: false,
                status: 201)
            let opened = try await send(own, nil, world)
            #expect(opened.status == 201, "\(opened.body)")
            let cookie = try #require(opened.header("Set-Cookie")).dropFirst("__Host-healthstore=".count)
                .prefix { $0 != ";" }
            #expect(try await send(fresh, String(cookie), world).status == 200)
            #expect(try await send(own, nil, world).status == 401)
        }
    }
}
