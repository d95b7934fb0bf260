/// The facts about a completed request for the log. They never include the path, the query or a
/// body.
public struct HTTPAccess: Sendable {
    public let method: HTTPMethod

    /// The template of the route whose handler ran, or nil.
    public let route: String?

    /// The status of the response. Nil if the client disconnected or broke a limit before the
    /// response was sent.
    public let status: HTTPStatus?

    /// The time from the request line until the last byte of the response, or until the client
    /// disconnected.
    public let duration: Duration

    /// The id that the handler received and that was sent as `X-Request-ID`.
    public let requestID: String

    /// Received bytes of the request's body.
    public let bodyBytesIn: Int

    /// Bytes of the response's body.
    public let bodyBytesOut: Int

    /// `HTTPResponse.rowCount` of a response whose body was sent, or that the client already has.
    public let rowCount: Int?

    /// The last note that the handler passed to `HTTPRequest.note(_:)`; nil without a note.
    public let note: (any Sendable)?

    /// True if the response was sent while it was produced (`HTTPStream`).
    public let isStream: Bool

    /// True if the whole response was passed to the network.
    public let isComplete: Bool
}
