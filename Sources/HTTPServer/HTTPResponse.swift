/// The answer to a request.
public struct HTTPResponse: Sendable {
    public var status: HTTPStatus

    /// The fields to send. The server itself writes `Content-Length`, `Date` and `X-Request-ID`, and drops
    /// `Content-Length` and `Transfer-Encoding` given here, except `Content-Length` in the answer to HEAD. It also
    /// drops a field with a carriage return, line feed or tab in it.
    public var headers: HTTPHeaders

    /// The whole body. Not sent with the statuses 204 and 304, nor in answer to HEAD.
    public var body: [UInt8]

    /// Makes the body while it is sent; `body` is then not looked at. In answer to HEAD it is not started.
    public var stream: HTTPStream?

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
