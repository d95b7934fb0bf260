/// How a route takes the body of its requests.
public enum RouteBody: Sendable {
    /// The handler is called when the body is here, which is held in memory as it was sent.
    ///
    /// - Parameters:
    ///   - bytesMax: the largest body as sent, in bytes; nil means `HTTPServerConfiguration.bodyBytesMax`. A larger one is
    ///     answered by `.contentTooLarge` without the handler.
    ///   - decodedBytesMax: the largest body that `HTTPRequest.decodedBody()` makes of one that came compressed; nil means
    ///     `HTTPServerConfiguration.decodedBodyBytesMax`.
    case whole(bytesMax: Int? = nil, decodedBytesMax: Int? = nil)

    /// The handler is called when the header fields are here, and reads `HTTPRequest.stream`, of any length.
    ///
    /// A handler that returns before it has asked for a byte refuses the body: its answer goes out at once, also in place of
    /// "100 Continue", and the connection is closed after it; a body that is short, by the length that the client announced,
    /// is read and thrown away before, which saves the connection. What a handler leaves unread of a body
    /// that it has begun is read and thrown away up to `HTTPServerConfiguration.discardedBytesMax` before its answer
    /// is sent; of a longer rest the connection is closed without the answer.
    case streamed
}

/// How large a body may become in memory.
struct BodyLimits: Sendable {
    /// As sent.
    var bytesMax = HTTPServerConfiguration.bodyBytesMaxDefault
    /// Where it came compressed, decompressed.
    var decodedBytesMax = HTTPServerConfiguration.decodedBodyBytesMaxDefault

    init() {}

    /// Those of a route, nil where none answers.
    init(_ body: RouteBody?, _ configuration: HTTPServerConfiguration) {
        bytesMax = configuration.bodyBytesMax
        decodedBytesMax = configuration.decodedBodyBytesMax
        if case .whole(let bytes, let decodedBytes) = body {
            bytesMax = bytes ?? bytesMax
            decodedBytesMax = decodedBytes ?? decodedBytesMax
        }
    }
}
