/// Which pages of other origins may use the server from a browser (https://fetch.spec.whatwg.org/#http-cors-protocol).
///
/// Credentials that browsers add, such as cookies, are never allowed: a page sends its own token.
public struct CrossOriginPolicy: Sendable {
    private let origins: Set<String>
    private let isOpen: Bool
    private let requestHeaders: String
    private let exposedHeaders: String

    /// No page of another origin.
    public static let none = CrossOriginPolicy([], isOpen: false, requestHeaders: [], exposedHeaders: [])

    /// Every page.
    public static let wildcard = "*"

    /// The seconds for which a browser may keep the permissions of a route: two hours, the most that some browsers accept.
    static let maxAgeSeconds = 7_200

    /// - Parameters:
    ///   - origins: as browsers write them, `https://grafana.example.org` or `http://localhost:3000`; or `*` alone.
    ///   - requestHeaders: the fields that pages may send.
    ///   - exposedHeaders: the fields of answers that pages may read.
    /// - Throws: `HTTPServerError` (`malformedOrigin`).
    public init(
        origins: [String], requestHeaders: [String], exposedHeaders: [String]
    ) throws(HTTPServerError) {
        let isOpen = origins.contains(CrossOriginPolicy.wildcard)
        guard !isOpen || origins.count == 1 else {
            throw HTTPServerError(code: .malformedOrigin, message: "the origin * means all, and stands alone")
        }
        var checked: [String] = []
        if !isOpen {
            for origin in origins { checked.append(try CrossOriginPolicy.origin(origin)) }
        }
        self.init(checked, isOpen: isOpen, requestHeaders: requestHeaders, exposedHeaders: exposedHeaders)
    }

    private init(_ origins: [String], isOpen: Bool, requestHeaders: [String], exposedHeaders: [String]) {
        self.origins = Set(origins)
        self.isOpen = isOpen
        self.requestHeaders = requestHeaders.joined(separator: ", ")
        self.exposedHeaders = exposedHeaders.joined(separator: ", ")
    }

    /// Adds the header fields with which a browser gives the answer to the page of `request`. Every answer needs them, also errors
    /// and streams. The answer to OPTIONS, whose `Allow` names the methods, also gets the methods and fields that the page may send.
    func apply(to response: inout HTTPResponse, for request: HTTPRequest) {
        guard isOpen || !origins.isEmpty else { return }
        if !isOpen { response.headers.vary("Origin") }
        let named = request.headers.values("Origin")
        let isNamed = named.count == 1 && origins.contains(named[0])
        guard isOpen || isNamed else { return }
        let allowed = isOpen ? CrossOriginPolicy.wildcard : named[0]
        response.headers["Access-Control-Allow-Origin"] = allowed
        // Browsers show Server-Timing to the page only with this field.
        response.headers["Timing-Allow-Origin"] = allowed
        response.headers["Access-Control-Expose-Headers"] = exposedHeaders
        guard request.method == .options, request.headers["Access-Control-Request-Method"] != nil,
            let methods = response.headers["Allow"]
        else { return }
        response.headers["Access-Control-Allow-Methods"] = methods
        response.headers["Access-Control-Allow-Headers"] = requestHeaders
        response.headers["Access-Control-Max-Age"] = String(CrossOriginPolicy.maxAgeSeconds)
    }

    /// The origin as browsers write it: scheme, host, and the port unless it is the scheme's default.
    ///
    /// - Throws: `HTTPServerError` (`malformedOrigin`) for any other text.
    private static func origin(_ text: String) throws(HTTPServerError) -> String {
        let lower = text.lowercased()
        guard lower != "null" else {
            throw HTTPServerError(
                code: .malformedOrigin, message: "the origin null is that of any page in a sandbox or a file")
        }
        let malformed = HTTPServerError(
            code: .malformedOrigin,
            message: "\"\(text)\" is no origin such as https://grafana.example.org or http://localhost:3000")
        let sides = lower.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        guard sides.count == 2, isScheme(sides[0]) else { throw malformed }
        var (host, port) = (sides[1], Substring())
        // The port of an IPv6 address in brackets follows the brackets.
        if let colon = host.lastIndex(of: ":"), colon > host.lastIndex(of: "]") ?? host.startIndex {
            (host, port) = (host[..<colon], host[host.index(after: colon)...])
            guard port.allSatisfy({ ("0"..."9").contains($0) }), !port.hasPrefix("0"),
                let number = UInt16(port)
            else { throw malformed }
            guard !(sides[0] == "http" && number == 80), !(sides[0] == "https" && number == 443) else {
                throw HTTPServerError(
                    code: .malformedOrigin,
                    message: "browsers leave out the port of \"\(text)\", as it is that of \(sides[0])")
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

    /// A name in ASCII, an IPv4 address, or an IPv6 address in brackets.
    private static func isHost(_ text: Substring) -> Bool {
        if text.hasPrefix("["), text.hasSuffix("]") {
            let address = text.dropFirst().dropLast()
            return address.contains(":") && address.utf8.allSatisfy { "0123456789abcdef:.".utf8.contains($0) }
        }
        return !text.isEmpty && text.utf8.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789-._".utf8.contains($0) }
    }
}
