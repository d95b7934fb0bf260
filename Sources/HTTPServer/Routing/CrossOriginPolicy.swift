/// The origins whose pages may use the server from a browser
/// (https://fetch.spec.whatwg.org/#http-cors-protocol).
///
/// Browsers are never allowed to add credentials automatically, such as cookies. A page sends its
/// own token.
public struct CrossOriginPolicy: Sendable {
    private var origins: Set<String> = []
    private var isOpen = false
    private var requestHeaders = ""
    private var exposedHeaders = ""

    /// No page of another origin.
    public static let none = CrossOriginPolicy()

    /// All origins.
    public static let wildcard = "*"

    /// The seconds for which a browser may cache the permissions of a route. Two hours, the maximum
    /// of some browsers.
    static let maxAgeSeconds = 7_200

    /// - Parameters:
    ///   - origins: texts in the form in which browsers send origins, such as
    ///     `https://grafana.example.org` or `http://localhost:3000`. Alternatively the single text
    ///     `*`, which allows all origins.
    ///   - requestHeaders: the header fields that pages may send.
    ///   - exposedHeaders: the header fields of responses that pages may read.
    /// - Throws: `HTTPServerError` (`malformedOrigin`).
    public init(
        origins: [String], requestHeaders: [String], exposedHeaders: [String]
    ) throws(HTTPServerError) {
        isOpen = origins.contains(CrossOriginPolicy.wildcard)
        guard !isOpen || origins.count == 1 else {
            throw HTTPServerError(
                code: .malformedOrigin, message: "the origin * stands for all origins and excludes others")
        }
        for origin in origins where !isOpen { self.origins.insert(try CrossOriginPolicy.origin(origin)) }
        self.requestHeaders = requestHeaders.joined(separator: ", ")
        self.exposedHeaders = exposedHeaders.joined(separator: ", ")
    }

    private init() {}

    /// True if pages of this origin may use the server.
    public func allows(_ origin: String) -> Bool { isOpen || origins.contains(origin) }

    /// Adds the fields with which a browser lets the page of `request` read the response. Error
    /// responses and streams get them, too. A response to OPTIONS also gets the permitted methods
    /// from its field `Allow`.
    func apply(to response: inout HTTPResponse, for request: HTTPRequest) {
        guard isOpen || !origins.isEmpty else { return }
        if !isOpen { response.headers.vary("Origin") }
        let named = request.headers.values("Origin")
        guard isOpen || named.count == 1 && allows(named[0]) else { return }
        let allowed = isOpen ? CrossOriginPolicy.wildcard : named[0]
        response.headers["Access-Control-Allow-Origin"] = allowed
        // Lets the page read Server-Timing.
        response.headers["Timing-Allow-Origin"] = allowed
        response.headers["Access-Control-Expose-Headers"] = exposedHeaders
        guard request.method == .options, request.headers["Access-Control-Request-Method"] != nil,
            let methods = response.headers["Allow"]
        else { return }
        response.headers["Access-Control-Allow-Methods"] = methods
        response.headers["Access-Control-Allow-Headers"] = requestHeaders
        response.headers["Access-Control-Max-Age"] = String(CrossOriginPolicy.maxAgeSeconds)
    }

    /// Returns the origin in the form in which browsers send it.
    ///
    /// - Throws: `HTTPServerError` unless the text consists of a scheme, a host and an optional
    ///   port. The port must not be the scheme's default.
    private static func origin(_ text: String) throws(HTTPServerError) -> String {
        let lower = text.lowercased()
        guard lower != "null" else {
            throw HTTPServerError(
                code: .malformedOrigin,
                message: "the origin null cannot be allowed: it is sent by all sandboxed pages and local files")
        }
        let malformed = HTTPServerError(
            code: .malformedOrigin,
            message: "\"\(text)\" is not an origin such as https://grafana.example.org or http://localhost:3000")
        let sides = lower.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        guard sides.count == 2, isScheme(sides[0]) else { throw malformed }
        var (host, port) = (sides[1], Substring())
        // In an IPv6 address in brackets, a port can only follow the brackets.
        if let colon = host.lastIndex(of: ":"), colon > host.lastIndex(of: "]") ?? host.startIndex {
            (host, port) = (host[..<colon], host[host.index(after: colon)...])
            guard port.allSatisfy({ ("0"..."9").contains($0) }), !port.hasPrefix("0"),
                let number = UInt16(port)
            else { throw malformed }
            guard !(sides[0] == "http" && number == 80), !(sides[0] == "https" && number == 443) else {
                throw HTTPServerError(
                    code: .malformedOrigin,
                    message: "remove the port of \"\(text)\": browsers omit the default port of \(sides[0])")
            }
        }
        guard isHost(host) else { throw malformed }
        return lower
    }

    private static func isScheme(_ text: Substring) -> Bool {
        let isLetter = { (character: Character) in ("a"..."z").contains(character) && character.isASCII }
        guard let first = text.first, isLetter(first) else { return false }
        return text.allSatisfy { isLetter($0) || ("0"..."9").contains($0) || "+-.".contains($0) }
    }

    /// Returns true for an ASCII name, an IPv4 address, or an IPv6 address in brackets.
    private static func isHost(_ text: Substring) -> Bool {
        if text.hasPrefix("["), text.hasSuffix("]") {
            let address = text.dropFirst().dropLast()
            return address.contains(":") && address.utf8.allSatisfy { "0123456789abcdef:.".utf8.contains($0) }
        }
        return !text.isEmpty && text.utf8.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789-._".utf8.contains($0) }
    }
}
