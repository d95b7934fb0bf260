/// A request. Its body is read by `decodedBody()` or `stream`; how much of it is here when the handler is called says the
/// route's `RouteBody`.
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

    /// The body without its codings; empty where the request has none. `Content-Encoding` still says how it came.
    public internal(set) var stream: HTTPBodyStream

    /// What `decodedBody` takes.
    var limits = BodyLimits()

    /// Nil for a request that is no server's.
    var exchange: Exchange?

    /// The decoded values of the parts in braces of the route's template; set by the router, never empty strings.
    public internal(set) var pathParameters: [String: String]

    /// A random request id of 16 lower-case hexadecimal digits, made by the server and sent back as `X-Request-ID`.
    public let id: String

    /// The decoded parts of the path between the slashes, for the router.
    let pathSegments: [String]

    /// A request for tests; the server makes its own.
    ///
    /// - Parameters:
    ///   - path: already percent-decoded.
    ///   - body: without codings.
    public init(
        method: HTTPMethod = .get, path: String, query: [(name: String, value: String?)] = [],
        headers: HTTPHeaders = HTTPHeaders(), body: [UInt8] = [], pathParameters: [String: String] = [:],
        id: String = "0000000000000000"
    ) {
        let target = RequestTarget(path: path, pathSegments: RequestTarget.segments(path), query: query)
        self.init(method: method, target: target, headers: headers, id: id)
        stream = HTTPBodyStream(body)
        self.pathParameters = pathParameters
    }

    init(method: HTTPMethod, target: RequestTarget, headers: HTTPHeaders, id: String) {
        self.method = method
        path = target.path
        pathSegments = target.pathSegments
        query = target.query
        self.headers = headers
        stream = HTTPBodyStream([])
        self.id = id
        pathParameters = [:]
    }

    /// The whole body without its codings. One that came compressed is decompressed here, so not before the handler wants
    /// it.
    ///
    /// - Throws: `.contentTooLarge` beyond the limits of the route, those of the configuration where it is streamed;
    ///   `.overloaded` where the bodies of all requests are too large together.
    public func decodedBody() async throws(HTTPBodyError) -> [UInt8] {
        try await stream.collect(bytesMax: limits.bytesMax, decodedBytesMax: limits.decodedBytesMax)
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
