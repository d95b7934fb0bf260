/// The response to a request.
public struct HTTPResponse: Sendable {
    public var status: HTTPStatus

    /// The fields to send.
    ///
    /// The server itself writes `Content-Length`, `Date`, `X-Request-ID`, `Server-Timing`, and the
    /// fields of content coding and cross-origin access. It adds to `Vary` and `ETag`. It drops
    /// `Content-Length` and `Transfer-Encoding` given here, except `Content-Length` in a response
    /// to HEAD, and a field that contains a carriage return, line feed or tab.
    public var headers: HTTPHeaders

    /// The whole body without content coding: the server compresses text if the client accepts it.
    /// Not sent with status 204 or 304, in response to HEAD, or if the client already has it
    /// according to `ETag`.
    public var body: [UInt8]

    /// Produces the body while it is sent, instead of `body`. Not started in response to HEAD.
    public var stream: HTTPStream?

    /// Durations for the field `Server-Timing`, to which the server adds the total. Every reader of
    /// the response can read them.
    public var timings: [ServerTiming] = []

    /// - Parameter contentType: the value of the field `Content-Type`, or nil to leave it out.
    public init(
        status: HTTPStatus, contentType: String? = nil, body: [UInt8] = [], headers: HTTPHeaders = HTTPHeaders()
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        if let contentType { self.headers["Content-Type"] = contentType }
    }
}
