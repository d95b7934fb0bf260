/// The response to a request.
public struct HTTPResponse: Sendable {
    public var status: HTTPStatus

    /// The fields to send.
    ///
    /// The server itself writes `Content-Length`, `Date`, `X-Request-ID`, `Server-Timing`,
    /// `X-Content-Type-Options`, and the fields of content coding and cross-origin access. It adds
    /// to `Vary` and `ETag`.
    ///
    /// The server drops these fields of a handler:
    ///
    /// - `Content-Length`, except in a response to HEAD
    /// - `Transfer-Encoding`
    /// - a field that contains a carriage return, line feed or tab
    public var headers: HTTPHeaders

    /// The whole body without content coding. The server compresses text if the client accepts it.
    /// The body is not sent with status 204 or 304, in response to HEAD, or if the client already
    /// has it according to `ETag`.
    public var body: [UInt8]

    /// The body as it is kept for later responses. If `body` is empty, the server sends this one.
    public var keptBody: KeptBody?

    /// Produces the body while it is sent. It replaces `body`, and is not started in response to
    /// HEAD.
    public var stream: HTTPStream?

    /// The number of rows of data in the body, for `HTTPAccess`. Nil if the handler does not count
    /// rows.
    public var rowCount: Int?

    /// Durations for the field `Server-Timing`. The server adds the total. Every recipient of the
    /// response can read them.
    public var timings: [ServerTiming] = []

    /// The whole body without content coding, also if it is kept for later responses.
    ///
    /// - Throws: `GzipError` if there is no memory, or if a kept body was damaged in memory.
    public var wholeBody: [UInt8] {
        get async throws { body.isEmpty ? try await keptBody?.body() ?? [] : body }
    }

    /// - Parameter contentType: the value of the field `Content-Type`. If it is nil, the response
    ///   has no such field.
    public init(
        status: HTTPStatus, contentType: String? = nil, body: [UInt8] = [], headers: HTTPHeaders = HTTPHeaders()
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        if let contentType { self.headers["Content-Type"] = contentType }
    }
}
