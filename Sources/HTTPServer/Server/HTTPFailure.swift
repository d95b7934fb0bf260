/// Why there is no answer of a handler. One closure of the application makes the response to each of these, so that
/// the application has one shape of errors; see `Router.init(routes:failure:)`.
public enum HTTPFailure: Sendable {
    /// No route has this path. Usual status: 404.
    case notFound

    /// Routes have this path but not this method. Usual status: 405. The field `Allow` is added where it is missing.
    case methodNotAllowed(allowed: [HTTPMethod])

    /// The body, as sent or decompressed, is larger than the server takes. Usual status: 413. The connection is closed
    /// afterwards.
    case contentTooLarge(bytesMax: Int)

    /// The body has a content coding other than gzip. Usual status: 415. `Accept-Encoding` is added where it is missing.
    case unsupportedContentCoding

    /// The body says that it is gzip and is not, or is damaged or cut off. Usual status: 400. The text says what is wrong.
    case malformedBody(String)

    /// The client left, or was too slow, before its body was here or its answer was made. Usual status: 400, which only a
    /// client reads that has shut down its sending side alone.
    case disconnected

    /// As many requests as allowed are in flight, or as many bytes of bodies or responses in memory, or as many bodies are
    /// streamed. Usual status: 503. `Retry-After` is added where it is missing.
    case overloaded

    /// The owner of the request has as many requests in flight, or as many bytes of bodies or responses in memory, as one
    /// owner may. Usual status: 429. `Retry-After` is added where it is missing.
    case ownerOverloaded

    /// As many streams as allowed are open. Usual status: 503. `Retry-After` is added where it is missing.
    case tooManyStreams

    /// The request cannot be read, for example for a broken percent-encoding. Usual status: 400.
    /// The text says what is wrong and never quotes the request.
    case malformedRequest(String)

    /// The server is stopping. Usual status: 503. The connection is closed afterwards.
    case stopping

    /// The handler threw this error, `CancellationError` among others when a stopping server cancels it.
    /// Usual status: depends on the error.
    case thrown(any Error)

    init(_ refusal: ShareBudget.Refusal) {
        switch refusal {
        case .overloaded: self = .overloaded
        case .ownerOverloaded: self = .ownerOverloaded
        }
    }
}
