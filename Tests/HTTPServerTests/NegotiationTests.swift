import Testing

@testable import HTTPServer

@Suite("Content negotiation")
struct NegotiationTests {
    private func request(_ name: String, _ values: [String]) -> HTTPRequest {
        var headers = HTTPHeaders()
        for value in values { headers.append(name, value) }
        return HTTPRequest(path: "/", headers: headers)
    }

    private let offered = ["application/json", "application/x-ndjson", "text/csv"]

    private func chosen(_ accept: String...) -> String? {
        request("Accept", accept).preferredMediaType(among: offered).map { offered[$0] }
    }

    @Test("Without Accept, or without a valid member in it, the server's first type is chosen")
    func favourite() {
        #expect(chosen() == "application/json")
        #expect(chosen("") == "application/json")
        #expect(chosen("*/*") == "application/json")
        #expect(chosen("text, /, */csv, text/") == "application/json")
        #expect(chosen("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8") == "application/json")
    }

    @Test("The greatest weight wins, then the more specific range, then the order of the offer")
    func weights() {
        #expect(chosen("text/csv") == "text/csv")
        #expect(chosen("text/*") == "text/csv")
        #expect(chosen("Text/CSV; charset=utf-8") == "text/csv")
        #expect(chosen("application/json;q=0.5, text/csv;q=0.6") == "text/csv")
        #expect(chosen("application/json;q=0.5", "text/csv;q=0.6") == "text/csv")
        #expect(chosen("application/json; Q=0.501, text/csv; q=0.5") == "application/json")
        #expect(chosen("text/csv, */*") == "text/csv")
        #expect(chosen("text/csv;q=0.9, */*") == "application/json")
        #expect(chosen("text/csv, application/json") == "application/json")
        #expect(chosen("application/x-ndjson, application/*;q=0.1") == "application/x-ndjson")
        #expect(chosen("application/json;q=0.2, application/json;q=0.8, text/csv;q=0.5") == "application/json")
    }

    @Test("A weight of zero forbids, and the specific range overrides the general one")
    func forbidden() {
        #expect(chosen("*/*, application/json;q=0") == "application/x-ndjson")
        #expect(chosen("*/*;q=0, text/csv;q=0.001") == "text/csv")
        #expect(chosen("application/*;q=0, */*;q=0.5") == "text/csv")
        #expect(chosen("text/csv;q=0") == nil)
        #expect(chosen("text/html") == nil)
        #expect(chosen("image/*, application/xml") == nil)
    }

    @Test("A member with a malformed weight is left out; quoted commas and semicolons are not separators")
    func malformedWeights() {
        for weight in ["", "2", "1.1", "0.1234", "-1", "a", ".5", "0.a", "1.0000"] {
            #expect(WeightedList(["a;q=\(weight), b"]).members.first { $0.value == "a" } == nil, "\(weight)")
        }
        #expect(WeightedList(["a;q=1., b;q=0., c;q=1.000, d;q=0.25"]).members.map(\.weight) == [1000, 0, 1000, 250])
        #expect(
            WeightedList([#"text/csv;a="x,\";q=0,y";q=0.5 , , b"#]).members
                == [.init(value: "text/csv", weight: 500), .init(value: "b", weight: 1000)])
    }

    private func codings(_ values: String...) -> AcceptedCodings { request("Accept-Encoding", values).acceptedCodings }

    @Test("Gzip is chosen if it is named and not refused")
    func gzipIsWelcome() {
        for field in [
            "gzip", "GZIP", "x-gzip", "deflate, gzip;q=1.0, *;q=0.5", "*", "br;q=1, gzip;q=0.1", "identity, gzip",
        ] {
            #expect(codings(field).prefersGzip, "\(field)")
        }
        #expect(codings("br", "gzip").prefersGzip)
        for field in ["", "identity", "br", "gzip;q=0", "*;q=0", "gzip;q=0, *", "gzip;q=0.5, identity", "gzip;q=x"] {
            #expect(!codings(field).prefersGzip, "\(field)")
        }
        #expect(!codings().prefersGzip)
    }

    @Test("Identity is refused by name or by a sole asterisk")
    func identityIsWelcome() {
        for field in ["", "gzip", "*", "*;q=0, identity;q=0.1", "identity"] {
            #expect(codings(field).allowsIdentity, "\(field)")
        }
        for field in ["identity;q=0", "*;q=0", "gzip, *;q=0"] { #expect(!codings(field).allowsIdentity, "\(field)") }
    }

    private func known(_ values: String...) -> IfNoneMatch { IfNoneMatch(request("If-None-Match", values).headers) }

    @Test("If-None-Match is a list of tags, weak and strong, in one field or several")
    func tags() {
        #expect(known() == .tags([]))
        #expect(known(#""a""#) == .tags(["a"]))
        #expect(known(#""a", W/"b" ,, "c,d" ,"#, #""""#) == .tags(["a", "b", "c,d", ""]))
        #expect(known("*") == .any)
        #expect(known(#""a""#, " * ") == .any)
        #expect(known(#"*, "a""#) == .tags([]))
        // These texts are not tags, because they have no quotes, a lower-case w, or no end. Tags
        // before them are used.
        #expect(known("a") == .tags([]))
        #expect(known(#"w/"a""#) == .tags([]))
        #expect(known(#""a", b, "c""#) == .tags(["a"]))
        #expect(known(#""a", "b"#) == .tags(["a"]))
    }

    @Test("Tags are compared as texts, whether weak or strong")
    func comparison() {
        #expect(known(#"W/"a""#).contain(#""a""#))
        #expect(known(#""a""#).contain(#"W/"a""#))
        #expect(!known(#""a""#).contain(#""a-gzip""#))
        #expect(!known(#""A""#).contain(#""a""#))
        #expect(known("*").contain(#""a""#))
    }

    @Test("A response that is remembered without its body gives the same 304 as the response itself")
    func notModifiedResponses() async throws {
        let tags = ["\"a\"", "\"a-gzip\"", "W/\"a\"", "\"b\", \"a\"", "*", "\"b\"", "a", ""]
        for type in ["application/json", "image/png", nil] {
            for bytes in [0, 1_023, 1_024] {
                var response = HTTPResponse(
                    status: .ok, contentType: type, body: Array(repeating: 97, count: bytes),
                    headers: ["Vary": "Authorization", "Content-Length": "1", "ETag": "\"a\""])
                response.rowCount = 7
                for coding in ["gzip", "identity", "gzip, identity;q=0", "*;q=0", nil] {
                    for tag in tags {
                        var headers: HTTPHeaders = ["If-None-Match": tag]
                        headers["Accept-Encoding"] = coding
                        let request = HTTPRequest(path: "/", headers: headers)
                        let selected = try await response.selected(for: request)
                        let known = response.notModified(for: request, bodyBytes: bytes)
                        let name: Comment = "\(type ?? "no type") \(bytes) \(coding ?? "no coding") \(tag)"
                        #expect((known != nil) == (selected.status == .notModified), name)
                        guard let known else { continue }
                        #expect(known.status == .notModified && known.body.isEmpty && known.rowCount == 7, name)
                        #expect(
                            known.headers.fields.map { [$0.name, $0.value] }
                                == selected.headers.fields.map { [$0.name, $0.value] }, name)
                    }
                }
            }
        }
        let untagged = HTTPResponse(status: .ok, contentType: "text/csv")
        #expect(untagged.notModified(for: request("If-None-Match", ["*"]), bodyBytes: 9) == nil)
    }

    @Test("Vary names each field once and keeps existing names")
    func vary() {
        var headers = HTTPHeaders()
        headers.vary("Accept")
        headers.vary("accept")
        headers.vary("Origin")
        #expect(headers.values("Vary") == ["Accept, Origin"])
        headers["Vary"] = "*"
        headers.vary("Accept")
        #expect(headers["Vary"] == "*")
    }

    @Test("A metric of Server-Timing is in milliseconds")
    func timing() {
        #expect(ServerTiming("db", .microseconds(1_234_005)).text == "db;dur=1234.005")
        #expect(ServerTiming("a", .nanoseconds(999)).text == "a;dur=0.000")
        #expect(ServerTiming("a", .zero - .seconds(1)).text == "a;dur=0.000")
        var response = HTTPResponse(status: .ok)
        response.timings = [ServerTiming("db", .milliseconds(2))]
        response.writeTimings(total: .milliseconds(3))
        #expect(response.headers["Server-Timing"] == "db;dur=2.000, total;dur=3.000")
    }
}
