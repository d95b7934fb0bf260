/// What the log may know of a request that was answered: never the path, the query or a body.
public struct HTTPAccess: Sendable {
    public let method: HTTPMethod

    /// The template of the route that answered; `nil` where no handler ran.
    public let route: String?

    /// The status of the response; `nil` where the client left, or broke a limit, before there was one.
    public let status: HTTPStatus?

    /// From the request line until the last byte of the response, or until the client left.
    public let duration: Duration

    /// The id that the handler saw and that was sent as `X-Request-ID`.
    public let requestID: String

    /// Bytes of the request's body that were received.
    public let bodyBytesIn: Int

    /// Bytes of the response's body.
    public let bodyBytesOut: Int

    /// Whether the whole response was handed to the network.
    public let isComplete: Bool
}
