/// A request. `decodedBody()` or `stream` reads its body. The route's `RouteBody` decides how much
/// of the body has arrived when the handler is called.
public struct HTTPRequest: Sendable {
    public let method: HTTPMethod

    /// The path without the query, percent-decoded. It begins with `/`, except that it is `*` for
    /// `OPTIONS *`.
    ///
    /// In this path a decoded `%2F` looks like a separator. The router and `pathParameters`
    /// distinguish the two.
    public let path: String

    /// The pairs of the query in order, percent-decoded. `+` becomes a space. The value is nil for
    /// a pair without `=`. Empty pairs (`a=1&&b=2`) are left out. `adding(_:)` appends others.
    public private(set) var query: [(name: String, value: String?)]

    /// The number of pairs at the end of `query` that are not in the request line.
    public private(set) var addedCount = 0

    /// Header fields. Bytes that are not UTF-8 are replaced by U+FFFD.
    public let headers: HTTPHeaders

    /// The peer that sent the request, which may be a proxy.
    public let peer: HTTPPeer

    /// True if the peer is connected by TLS to this server.
    public let isEncrypted: Bool

    /// The body without its content coding. It is empty if the request has no body.
    /// `Content-Encoding` still names the coding.
    public internal(set) var stream: HTTPBodyStream

    /// The limits of `decodedBody`.
    var limits = BodyLimits()

    /// Nil for a request that was not received by a server.
    var exchange: Exchange?

    /// The decoded values of the template's parts in braces, which are never empty. The router sets
    /// them.
    public internal(set) var pathParameters: [String: String]

    /// The id of the request: that of `HTTPServerConfiguration.requestID`, or 16 random hexadecimal
    /// digits. It is sent back as `X-Request-ID`.
    public let id: String

    /// The decoded parts of the path between slashes, for the router.
    let pathSegments: [String]

    /// Creates a request for tests.
    ///
    /// - Parameters:
    ///   - path: a percent-decoded path.
    ///   - body: a body without content coding.
    public init(
        method: HTTPMethod = .get, path: String, query: [(name: String, value: String?)] = [],
        headers: HTTPHeaders = HTTPHeaders(), body: [UInt8] = [], pathParameters: [String: String] = [:],
        peer: HTTPPeer = .none, isEncrypted: Bool = false, id: String = "0000000000000000"
    ) {
        let target = RequestTarget(path: path, pathSegments: RequestTarget.segments(path), query: query)
        self.init(method: method, target: target, headers: headers, peer: peer, isEncrypted: isEncrypted, id: id)
        stream = HTTPBodyStream(body)
        self.pathParameters = pathParameters
    }

    init(
        method: HTTPMethod, target: RequestTarget, headers: HTTPHeaders, peer: HTTPPeer, isEncrypted: Bool = false,
        id: String
    ) {
        self.method = method
        path = target.path
        pathSegments = target.pathSegments
        query = target.query
        self.headers = headers
        self.peer = peer
        self.isEncrypted = isEncrypted
        stream = HTTPBodyStream([])
        self.id = id
        pathParameters = [:]
    }

    /// Returns a GET request of the same client, which a handler answers as a part of this request.
    /// It has the same peer and credential, and accepts JSON. What is noted about it is noted about
    /// this request.
    ///
    /// - Parameter path: a percent-decoded path.
    public func question(
        path: String, query: [(name: String, value: String?)], pathParameters: [String: String]
    ) -> HTTPRequest {
        let target = RequestTarget(path: path, pathSegments: RequestTarget.segments(path), query: query)
        var headers = headers
        headers["Accept"] = "application/json"
        headers["If-None-Match"] = nil
        var question = HTTPRequest(
            method: .get, target: target, headers: headers, peer: peer, isEncrypted: isEncrypted, id: id)
        question.exchange = exchange
        question.pathParameters = pathParameters
        return question
    }

    /// Returns the whole body without its content coding. Decompresses it in this call.
    ///
    /// - Throws: `.contentTooLarge` if the body exceeds the configuration's limits. `.overloaded`
    ///   if the bodies of all requests reach their common limit. `.ownerOverloaded` if the bodies
    ///   of the owner reach the owner's limit. Other cases if the body cannot be read.
    public func decodedBody() async throws(HTTPFailure) -> [UInt8] {
        try await stream.collect(bytesMax: limits.bytesMax, decodedBytesMax: limits.decodedBytesMax)
    }

    /// Returns the pairs of a body of the type `application/x-www-form-urlencoded`, as in `query`;
    /// nil for bytes that are no such body.
    public static func form(_ body: [UInt8]) -> [(name: String, value: String?)]? {
        try? RequestTarget(parsing: [UInt8(ascii: "/"), UInt8(ascii: "?")] + body).query
    }

    /// Returns this request with further pairs of the query, such as those of its body.
    public func adding(_ pairs: [(name: String, value: String?)]) -> HTTPRequest {
        var request = self
        request.query += pairs
        request.addedCount += pairs.count
        return request
    }

    /// Sets the note of `HTTPAccess`. It replaces an earlier note.
    public func note(_ note: some Sendable) { exchange?.state.withLock { $0.note = note } }

    /// 64 random bits in hexadecimal.
    static func randomID() -> String {
        let digits = String(UInt64.random(in: .min ... .max), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
