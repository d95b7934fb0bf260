/// The reason why the rest of a body cannot be read. If a handler rethrows it, the server responds
/// with its `failure`.
public enum HTTPBodyError: Error, Hashable, Sendable {
    /// The client has disconnected or was too slow. Usually no client reads the response.
    case disconnected

    /// The body is declared as gzip, but is not gzip, or is damaged or truncated. The text says
    /// what is wrong.
    case malformedBody(String)

    /// The body, as sent or decompressed, is longer than the caller allows.
    case contentTooLarge(bytesMax: Int)

    /// The bodies in memory, or the number of streamed bodies, have reached their limit.
    case overloaded

    /// The bodies in memory, or the streamed bodies, of the request's owner have reached the limit
    /// of one owner.
    case ownerOverloaded

    /// The server is stopping.
    case stopping

    /// The failure with which the server responds.
    public var failure: HTTPFailure {
        switch self {
        case .disconnected: .disconnected
        case .malformedBody(let reason): .malformedBody(reason)
        case .contentTooLarge(let bytesMax): .contentTooLarge(bytesMax: bytesMax)
        case .overloaded: .overloaded
        case .ownerOverloaded: .ownerOverloaded
        case .stopping: .stopping
        }
    }
}
