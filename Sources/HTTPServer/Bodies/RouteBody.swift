/// The way in which a route reads the body of its requests.
public enum RouteBody: Sendable {
    /// The handler is called when the whole body has arrived. The body is in memory as it was sent.
    ///
    /// A body longer than `HTTPServerConfiguration.bodyBytesMax` is answered by `.contentTooLarge`,
    /// and the handler is not called.
    case whole

    /// The handler is called when the header fields have arrived. It reads the body, which may have
    /// any length, from `HTTPRequest.stream`.
    ///
    /// - A handler that returns before it has read from the body refuses the body. The response is
    ///   sent at once, even if the client waits for "100 Continue", and the connection is then
    ///   closed. A body with a short announced length is read and discarded first, which keeps the
    ///   connection open.
    /// - If a handler returns in the middle of a body, the rest is read and discarded before the
    ///   response is sent. If the rest exceeds `HTTPServerConfiguration.discardedBytesMax`, the
    ///   connection is closed without the response.
    case streamed
}

/// The limits of a body in memory.
struct BodyLimits: Sendable {
    /// The largest body as sent, in bytes.
    var bytesMax = HTTPServerConfiguration.bodyBytesMaxDefault
    /// The largest decompressed body, in bytes.
    var decodedBytesMax = HTTPServerConfiguration.decodedBodyBytesMaxDefault
}
