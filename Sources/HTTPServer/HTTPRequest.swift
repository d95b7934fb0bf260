/// A request, whole: the handler gets it when the last byte of the body is here.
public struct HTTPRequest: Sendable {
    public let method: HTTPMethod

    /// The path without the query, percent-decoded, beginning with `/`. A decoded `%2F` cannot be told from a
    /// separator here; the router and `pathParameters` do tell them apart. `*` for `OPTIONS *`.
    public let path: String

    /// The pairs of the query in order, percent-decoded, `+` read as space. The value is `nil` where the pair has
    /// no `=`. Empty pairs (`a=1&&b=2`) are left out.
    public let query: [(name: String, value: String?)]

    /// Header fields. Bytes that are not UTF-8 are replaced by U+FFFD.
    public let headers: HTTPHeaders

    /// The body without its codings: at most `HTTPServerConfiguration.bodyBytesMax` long, and where it came compressed at
    /// most `decodedBodyBytesMax`. `Content-Encoding` still says how it came.
    public let body: [UInt8]

    /// The body as the client sent it, after removal of the chunked coding: what a client would make a digest of. Shares its
    /// memory with `body` where there is no `Content-Encoding`.
    public let encodedBody: [UInt8]

    /// The decoded values of the parts in braces of the route's template; set by the router, never empty strings.
    public internal(set) var pathParameters: [String: String]

    /// A random request id of 16 lower-case hexadecimal digits, made by the server and sent back as `X-Request-ID`.
    public let id: String

    /// The decoded parts of the path between the slashes, for the router.
    let pathSegments: [String]

    /// A request for tests; the server makes its own.
    ///
    /// - Parameter path: already percent-decoded.
    public init(
        method: HTTPMethod = .get, path: String, query: [(name: String, value: String?)] = [],
        headers: HTTPHeaders = HTTPHeaders(), body: [UInt8] = [], pathParameters: [String: String] = [:],
        id: String = "0000000000000000"
    ) {
        let target = RequestTarget(path: path, pathSegments: RequestTarget.segments(path), query: query)
        self.init(method: method, target: target, headers: headers, body: body, id: id)
        self.pathParameters = pathParameters
    }

    init(method: HTTPMethod, target: RequestTarget, headers: HTTPHeaders, body: [UInt8] = [], id: String) {
        self.method = method
        path = target.path
        pathSegments = target.pathSegments
        query = target.query
        self.headers = headers
        self.body = body
        encodedBody = body
        self.id = id
        pathParameters = [:]
    }

    /// The request of this head, with its body as sent and decoded.
    init(_ head: HTTPRequest, encodedBody: [UInt8], body: [UInt8]) {
        method = head.method
        path = head.path
        pathSegments = head.pathSegments
        query = head.query
        headers = head.headers
        self.body = body
        self.encodedBody = encodedBody
        id = head.id
        pathParameters = head.pathParameters
    }

    /// Every value given for `name` in the query, in order; a pair without `=` counts as the empty string.
    public func queryValues(_ name: String) -> [String] {
        query.filter { $0.name == name }.map { $0.value ?? "" }
    }

    /// 64 random bits in hexadecimal.
    static func randomID() -> String {
        let digits = String(UInt64.random(in: .min ... .max), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
