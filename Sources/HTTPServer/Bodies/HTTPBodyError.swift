/// Why there is no more of a body. A handler that lets it through answers as the server itself would, by `failure`.
public enum HTTPBodyError: Error, Hashable, Sendable {
    /// The client has left, or was too slow: nobody will read an answer.
    case disconnected

    /// The body says that it is gzip and is not, or is damaged or cut off. The text says what is wrong.
    case malformedBody(String)

    /// The body, as sent or decompressed, is longer than asked for.
    case contentTooLarge(bytesMax: Int)

    /// As many bytes of bodies as allowed are in memory, or as many bodies are streamed.
    case overloaded

    /// The owner of the request has as many bytes of bodies in memory as one owner may.
    case ownerOverloaded

    /// The server is stopping.
    case stopping

    /// The answer.
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

    init(_ refusal: ShareBudget.Refusal) {
        switch refusal {
        case .overloaded: self = .overloaded
        case .ownerOverloaded: self = .ownerOverloaded
        }
    }
}
