import Foundation
import HTTPServer
import HealthJobs
import TestSupport
import Testing

@testable import HealthAPI

/// Requests as browsers send them, and whether they are allowed.
@Suite struct SameSiteTests {
    /// A request as a browser sends it.
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var method = HTTPMethod.get
        var headers: [(String, String)]
        var isAllowed: Bool
        var testDescription: String { name }
    }

    private static let host = "health.example"

    /// The header fields that Chrome 130, Firefox 132 and Safari 18 send for each action of the
    /// person.
    static let fetchMetadata: [Case] = [
        Case(name: "fetch of the own page", headers: fields("same-origin", "cors", "empty"), isAllowed: true),
        Case(
            name: "fetch with POST of the own page", method: .post,
            headers: fields("same-origin", "cors", "empty", origin: "https://health.example"), isAllowed: true),
        Case(name: "the address bar or a bookmark", headers: fields("none", "navigate", "document"), isAllowed: true),
        Case(
            name: "none with POST", method: .post, headers: fields("none", "navigate", "document"), isAllowed: false),
        Case(name: "none without a navigation", headers: fields("none", "no-cors", "empty"), isAllowed: false),
        Case(name: "a link of another site", headers: fields("cross-site", "navigate", "document"), isAllowed: false),
        Case(name: "an image of another site", headers: fields("cross-site", "no-cors", "image"), isAllowed: false),
        Case(
            name: "a form of another site", method: .post,
            headers: fields("cross-site", "navigate", "document", origin: "https://evil.example"), isAllowed: false),
        Case(
            name: "fetch of another site with credentials", method: .post,
            headers: fields("cross-site", "cors", "empty", origin: "https://evil.example"), isAllowed: false),
        Case(
            name: "a sandboxed frame", method: .post,
            headers: fields("cross-site", "cors", "empty", origin: "null"), isAllowed: false),
        Case(
            name: "fetch of another origin of the site",
            headers: fields("same-site", "cors", "empty", origin: "https://grafana.example"), isAllowed: false),
        Case(
            name: "a link of another origin of the site", headers: fields("same-site", "navigate", "document"),
            isAllowed: false),
        Case(
            name: "an origin that claims to be the own one, from another site", method: .post,
            headers: fields("cross-site", "cors", "empty", origin: "https://health.example"), isAllowed: false),
        Case(name: "an unknown value", headers: fields("same-planet", "cors", "empty"), isAllowed: false),
        Case(
            name: "two values", headers: fields("same-origin", "cors", "empty") + [("Sec-Fetch-Site", "cross-site")],
            isAllowed: false),
    ]

    /// Browsers before 2020 (Safari: 2023) send no fetch metadata.
    static let olderBrowsers: [Case] = [
        Case(name: "old: GET of the own page", headers: [], isAllowed: true),
        Case(name: "old: HEAD of the own page", method: .head, headers: [], isAllowed: true),
        Case(
            name: "old: POST of the own page", method: .post, headers: [("Origin", "https://health.example")],
            isAllowed: true),
        Case(
            name: "old: GET of another site with CORS", headers: [("Origin", "https://evil.example")],
            isAllowed: false),
        Case(
            name: "old: a form of another site", method: .post, headers: [("Origin", "https://evil.example")],
            isAllowed: false),
        Case(
            name: "old: another port", method: .post, headers: [("Origin", "https://health.example:8443")],
            isAllowed: false),
        Case(name: "old: without TLS", method: .put, headers: [("Origin", "http://health.example")], isAllowed: false),
        Case(
            name: "old: a host that begins alike", method: .post,
            headers: [("Origin", "https://health.example.evil.example")], isAllowed: false),
        Case(name: "old: a sandboxed frame", method: .post, headers: [("Origin", "null")], isAllowed: false),
        Case(
            name: "old: two origins", method: .post,
            headers: [("Origin", "https://health.example"), ("Origin", "https://evil.example")], isAllowed: false),
        Case(name: "old: POST without Origin", method: .post, headers: [], isAllowed: false),
    ]

    private static func fields(
        _ site: String, _ mode: String, _ destination: String, origin: String? = nil
    ) -> [(String, String)] {
        [("Sec-Fetch-Site", site), ("Sec-Fetch-Mode", mode), ("Sec-Fetch-Dest", destination)]
            + (origin.map { [("Origin", $0)] } ?? [])
    }

    private static func request(_ test: Case) throws -> (HTTPRequest, RequestOrigin) {
        var headers: HTTPHeaders = ["Host": host, "X-Forwarded-Proto": "https"]
        for (name, value) in test.headers { headers.append(name, value) }
        let request = HTTPRequest(
            method: test.method, path: "/v1/grants", headers: headers,
            peer: .address(try #require(NetworkAddress("10.0.0.2"))))
        let proxy = try TrustedProxy(peers: "10.0.0.2", userHeader: "Remote-User", host: "0.0.0.0")
        return (request, RequestOrigin(request, proxy))
    }

    @Test("only the service's own pages use a cookie", arguments: fetchMetadata + olderBrowsers)
    func sites(test: Case) throws {
        let (request, origin) = try Self.request(test)
        if test.isAllowed {
            try SameSite.check(request, from: origin)
        } else {
            let error = #expect(throws: APIError.self) { try SameSite.check(request, from: origin) }
            #expect(error?.status == .forbidden && error?.code == .crossSiteRequest)
        }
    }

    @Test("the own origin is that of the client's request, as the trusted proxy reports it")
    func ownOrigin() throws {
        let proxy = try TrustedProxy(peers: "10.0.0.2", userHeader: "Remote-User", host: "0.0.0.0")
        func own(_ headers: HTTPHeaders, peer: String) throws -> String? {
            RequestOrigin(
                HTTPRequest(path: "/", headers: headers, peer: .address(try #require(NetworkAddress(peer)))), proxy
            ).own
        }
        let headers: HTTPHeaders = [
            "Host": "127.0.0.1:8484", "X-Forwarded-Proto": "https", "X-Forwarded-Host": "Health.example",
        ]
        #expect(try own(headers, peer: "10.0.0.2") == "https://health.example")
        #expect(try own(headers, peer: "10.0.0.3") == "http://127.0.0.1:8484")
    }
}

@Suite struct TrustedProxyTests {
    @Test(
        "a proxy with every address, and a field with another meaning, are refused",
        arguments: [
            ("0.0.0.0/0", "Remote-User", "0.0.0.0", "--trusted-proxy"),
            ("::/0", "Remote-User", "::", "--trusted-proxy"), ("10.0.0.0/7", "Remote-User", "::", "--trusted-proxy"),
            ("::ffff:0:0/96", "Remote-User", "::", "--trusted-proxy"),
            ("2000::/15", "Remote-User", "::", "--trusted-proxy"),
            ("10.0.0.1/8", "Remote-User", "::", "--trusted-proxy"),
            ("10.0.0.0/33", "Remote-User", "::", "--trusted-proxy"), ("proxy", "Remote-User", "::", "--trusted-proxy"),
            ("", "Remote-User", "::", "--trusted-proxy"), ("unix", "Remote-User", "127.0.0.1", "--trusted-proxy"),
            ("10.0.0.2", "Remote-User", "unix:/run/h", "--trusted-proxy"), ("10.0.0.2", "", "::", "--user-header"),
            ("10.0.0.2", "Remote User", "::", "--user-header"), ("10.0.0.2", "Remote:User", "::", "--user-header"),
            ("10.0.0.2", "Authorization", "::", "--user-header"), ("10.0.0.2", "cookie", "::", "--user-header"),
            ("10.0.0.2", "Sec-Fetch-Site", "::", "--user-header"),
        ])
    func refusals(peers: String, header: String, host: String, option: String) {
        let error = #expect(throws: TrustedProxy.Refusal.self) {
            try TrustedProxy(peers: peers, userHeader: header, host: host)
        }
        #expect(error?.option == option)
    }

    @Test("only the proxy's field counts, and a repeated field is an error")
    func user() throws {
        let proxy = try TrustedProxy(peers: "10.1.0.0/16", userHeader: "Remote-User", host: "0.0.0.0")
        func user(_ peer: HTTPPeer, _ values: [String]) throws -> String? {
            var headers = HTTPHeaders()
            for value in values { headers.append("remote-user", value) }
            return try proxy.user(HTTPRequest(path: "/", headers: headers, peer: peer))
        }
        let (inside, outside) = (try #require(NetworkAddress("10.1.2.3")), try #require(NetworkAddress("10.2.0.1")))
        #expect(try user(.address(inside), ["Ada"]) == "Ada")
        #expect(try user(.address(outside), ["Ada"]) == nil)
        #expect(try user(.unixSocket, ["Ada"]) == nil)
        #expect(try user(.none, ["Ada"]) == nil)
        #expect(try user(.address(inside), [""]) == nil)
        #expect(try user(.address(inside), []) == nil)
        let error = #expect(throws: APIError.self) { try user(.address(inside), ["Ada", "Ben"]) }
        #expect(error?.code == .malformedHeader)
        #expect(try user(.address(outside), ["Ada", "Ben"]) == nil)
        let socket = try TrustedProxy(peers: "unix", userHeader: "Remote-User", host: "unix:/run/h")
        #expect(try socket.user(HTTPRequest(path: "/", headers: ["Remote-User": "Ada"], peer: .unixSocket)) == "Ada")
        #expect(
            try socket.user(HTTPRequest(path: "/", headers: ["Remote-User": "Ada"], peer: .address(inside))) == nil)
    }

    @Test("the client's address is the last hop that the proxy has added, and a direct client cannot choose one")
    func addresses() throws {
        let proxy = try TrustedProxy(peers: "10.0.0.2", userHeader: "Remote-User", host: "0.0.0.0")
        func address(_ forwarded: String, peer: String = "10.0.0.2") throws -> String? {
            RequestOrigin(
                HTTPRequest(
                    path: "/", headers: ["X-Forwarded-For": forwarded],
                    peer: .address(try #require(NetworkAddress(peer)))), proxy
            ).address?.description
        }
        #expect(try address("192.0.2.1") == "192.0.2.1")
        #expect(try address("1.1.1.1, 192.0.2.1") == "192.0.2.1")
        #expect(try address("[2001:db8::1]:443") == "2001:db8::1")
        #expect(try address("192.0.2.1:1234") == "192.0.2.1")
        #expect(try address("unknown") == "10.0.0.2")
        #expect(try address("192.0.2.1", peer: "10.0.0.3") == "10.0.0.3")
    }

    @Test("a program that connects to the UNIX socket is local, unless it is the proxy, whose client may be far")
    func local() throws {
        let request = HTTPRequest(path: "/", headers: [:], peer: .unixSocket)
        let proxy = try TrustedProxy(peers: "unix", userHeader: "Remote-User", host: "unix:/run/h")
        #expect(RequestOrigin(request, nil).isLocal && !RequestOrigin(request, proxy).isLocal)
    }
}

@Suite struct SessionCookieTests {
    private func origin(_ headers: HTTPHeaders, _ peer: HTTPPeer) throws -> (HTTPRequest, RequestOrigin) {
        let proxy = try TrustedProxy(peers: "10.0.0.2", userHeader: "Remote-User", host: "0.0.0.0")
        let request = HTTPRequest(path: "/", headers: headers, peer: peer)
        return (request, RequestOrigin(request, proxy))
    }

    @Test("the cookie is Secure and of one host if the connection is encrypted, and local only on this machine")
    func names() throws {
        let proxy = HTTPPeer.address(try #require(NetworkAddress("10.0.0.2")))
        let far = HTTPPeer.address(try #require(NetworkAddress("192.0.2.1")))
        let near = HTTPPeer.address(try #require(NetworkAddress("::1")))
        let https: HTTPHeaders = ["X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.1"]
        let secure = try PageCookie.session.field(nil, for: try origin(https, proxy).1)
        #expect(secure.hasPrefix("__Host-healthstore=;") && secure.hasSuffix("; Secure"))
        #expect(secure.contains("; Path=/;") && !secure.contains("Domain"))
        #expect(try PageCookie.session.field(nil, for: try origin([:], near).1).hasPrefix("healthstore=;"))
        // Fields that the client itself sends do not count.
        let forwarded: HTTPHeaders = ["X-Forwarded-For": "192.0.2.1"]
        for (headers, peer) in [(https, far), (HTTPHeaders(), far), (forwarded, proxy)] {
            let plain = try origin(headers, peer).1
            let error = #expect(throws: APIError.self) { try PageCookie.session.field(nil, for: plain) }
            #expect(error?.code == .insecureConnection)
        }
    }

    @Test("each kind of connection has one name of the cookie, and a cookie with another name does not count")
    func values() throws {
        let proxy = HTTPPeer.address(try #require(NetworkAddress("10.0.0.2")))
        let near = HTTPPeer.address(try #require(NetworkAddress("127.0.0.1")))
        func value(_ cookie: String, _ peer: HTTPPeer, _ forwarded: HTTPHeaders = [:]) throws -> String? {
            var headers = forwarded
            headers.append("Cookie", cookie)
            let (request, origin) = try origin(headers, peer)
            return PageCookie.session.value(request, from: origin)
        }
        #expect(try value("healthstore=a", near) == "a")
        #expect(try value("x=1; healthstore=a; y=2", near) == "a")
        #expect(try value("__Host-healthstore=a", near) == nil)
        #expect(try value("Xhealthstore=a", near) == nil)
        #expect(try value("healthstore=a; healthstore=b", near) == nil)
        let https: HTTPHeaders = ["X-Forwarded-Proto": "https"]
        #expect(try value("__Host-healthstore=a", proxy, https) == "a")
        #expect(try value("healthstore=a", proxy, https) == nil)
    }
}

@Suite struct WrongTokensTests {
    private let error = APIError(.invalidToken, "wrong")

    @Test("an address may send as many wrong tokens as the burst, and then one after each interval")
    func burst() throws {
        let lines = Recorder<String>()
        let wrong = WrongTokens(log: lines.log, burst: 3)
        let (first, second) = (try #require(NetworkAddress("192.0.2.1")), try #require(NetworkAddress("192.0.2.2")))
        let now = ContinuousClock.now
        func status(_ address: NetworkAddress?, after seconds: Int = 0) -> Int {
            wrong.refusal(error, from: address, requestID: "1", at: now + .seconds(seconds)).status.rawValue
        }
        #expect((0..<4).map { _ in status(first) } == [401, 401, 401, 429])
        #expect(status(second) == 401 && status(nil) == 401)
        #expect(status(first, after: WrongTokens.secondsPerToken - 1) == 429)
        #expect(status(first, after: WrongTokens.secondsPerToken) == 401)
        let refusal = wrong.refusal(error, from: first, requestID: "1", at: now + .seconds(WrongTokens.secondsPerToken))
        #expect(refusal.code == .tooManyWrongTokens && refusal.retryAfterSeconds == WrongTokens.secondsPerToken + 1)
        // The log has one line with the address for each answer 401.
        let logged = lines.all
        #expect(logged.count == 6 && logged[0].contains(#""event":"wrong_token""#))
        #expect(logged[0].contains(#""address":"192.0.2.1""#))
    }

    @Test("all IPv6 addresses of a /64 count as one address, and the table is bounded")
    func networks() throws {
        let wrong = WrongTokens(log: Log { _ in }, burst: 1, addressesMax: 4)
        func status(_ text: String) throws -> Int {
            let address = try #require(NetworkAddress(text))
            return wrong.refusal(error, from: address, requestID: "1").status.rawValue
        }
        #expect(try status("2001:db8::1") == 401)
        #expect(try status("2001:db8::ffff:1") == 429)
        #expect(try status("2001:db8:0:1::1") == 401)
        for index in 0..<2_000 { _ = try status("10.0.\(index / 250).\(index % 250)") }
        #expect(wrong.count <= 16 * 2 * 4)
    }
}
