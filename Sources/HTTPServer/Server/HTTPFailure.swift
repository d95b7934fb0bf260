/// The reason why the server answers a request without a handler's response. Also the reason why a
/// handler cannot read the rest of a body, or may not continue; it rethrows this error.
///
/// One closure of the application makes the response to each error, so that all have one form. See
/// `Router.init(routes:crossOrigin:failure:)`.
public enum HTTPFailure: Error, Hashable, Sendable {
    /// No route has this path. Usual status: 404.
    case notFound

    /// Routes have this path but not this method. Usual status: 405. `Allow` is added if missing.
    case methodNotAllowed(allowed: [HTTPMethod])

    /// The body, as sent or decompressed, exceeds the limit. Usual status: 413. The connection is
    /// then closed.
    case contentTooLarge(bytesMax: Int)

    /// The body has a content coding other than gzip. Usual status: 415. `Accept-Encoding` is added
    /// if missing.
    case unsupportedContentCoding

    /// The body is declared as gzip, but is not gzip, or is damaged or truncated. Usual status:
    /// 400. The text says what is wrong.
    case malformedBody(String)

    /// The client disconnected or was too slow before its body had arrived or its response was
    /// ready. Usual status: 400. Only a client that has shut down its sending side, but not its
    /// receiving side, receives it.
    case disconnected

    /// The requests in flight, the bodies in memory, the responses in memory or the streamed bodies
    /// have reached their limit. Usual status: 503. `Retry-After` is added if missing.
    case overloaded

    /// The owner's requests in flight, bodies in memory, responses in memory or streamed bodies
    /// have reached the limit of one owner. Usual status: 429. `Retry-After` is added if missing.
    case ownerOverloaded

    /// The open streams have reached their limit. Usual status: 503. `Retry-After` is added if
    /// missing.
    case tooManyStreams

    /// The request cannot be read, for example because of a broken percent-encoding. Usual status:
    /// 400. The text says what is wrong and never quotes the request.
    case malformedRequest(String)

    /// The server is stopping. Usual status: 503. The connection is then closed.
    case stopping
}
