/// The answer to a request.
public struct HTTPResponse: Sendable {
    public var status: HTTPStatus

    /// The fields to send. The server itself writes `Content-Length`, `Date`, `X-Request-ID`, `Server-Timing`, and what
    /// belongs to its coding and to pages of other origins. It adds to `Vary` and `ETag`, and drops
    /// `Content-Length` and `Transfer-Encoding` given here, except `Content-Length` in the answer to HEAD. It also
    /// drops a field with a carriage return, line feed or tab in it.
    public var headers: HTTPHeaders

    /// The whole body, without a coding: the server compresses text where the client wants it. Not sent with the statuses
    /// 204 and 304, nor in answer to HEAD, nor where the client has it already by the field `ETag`.
    public var body: [UInt8]

    /// Makes the body while it is sent; `body` is then not looked at. In answer to HEAD it is not started.
    public var stream: HTTPStream?

    /// What took how long, for the field `Server-Timing`, to which the server adds the total. Anyone who may have the
    /// answer may read it.
    public var timings: [ServerTiming] = []

    /// - Parameter contentType: sets the field `Content-Type` unless `nil`.
    public init(
        status: HTTPStatus, contentType: String? = nil, body: [UInt8] = [], headers: HTTPHeaders = HTTPHeaders()
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        if let contentType { self.headers["Content-Type"] = contentType }
    }
}
