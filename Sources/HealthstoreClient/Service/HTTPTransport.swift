import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sends requests. `URLSessionTransport` is the default.
public protocol HTTPTransport: Sendable {
    /// Sends a request and waits for the whole response.
    ///
    /// - Throws: any error if no response was received. The client treats an error as a lost
    ///   connection, and `SyncEngine` repeats the request. `CancellationError` and
    ///   `HealthstoreError` are passed on unchanged.
    func send(_ request: URLRequest) async throws -> HTTPAnswer
}

/// The response to a request.
public struct HTTPAnswer: Sendable {
    public var status: Int
    /// The header fields. The keys are names in lower case.
    public var headers: [String: String]
    public var body: Data

    public init(status: Int, headers: [String: String] = [:], body: Data = Data()) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

extension HTTPAnswer {
    init(_ response: HTTPURLResponse, _ body: Data) {
        self.init(status: response.statusCode, body: body)
        for (name, value) in response.allHeaderFields {
            guard let name = name as? String, let value = value as? String else { continue }
            headers[name.lowercased()] = value
        }
    }
}

/// Sends requests with a `URLSession`.
public struct URLSessionTransport: HTTPTransport {
    private let session: URLSession

    /// The seconds after which a request counts as lost, even if bytes still arrive.
    public static let secondsMax: TimeInterval = 600

    /// Creates a session that stores nothing on disk and follows no redirections. A redirection
    /// would send the token to another server and turn a `POST` into a `GET`.
    public init() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpMaximumConnectionsPerHost = 2
        configuration.timeoutIntervalForResource = URLSessionTransport.secondsMax
        session = URLSession(configuration: configuration, delegate: RedirectionRefusal(), delegateQueue: nil)
    }

    /// Uses the app's own session, for example one with a client certificate.
    public init(session: URLSession) {
        self.session = session
    }

    /// - Throws: `URLError`, `HealthstoreError` `notUnderstood` for a response that is not HTTP, or
    ///   `CancellationError`.
    public func send(_ request: URLRequest) async throws -> HTTPAnswer {
        do {
            let (body, response) = try await session.data(for: request)
            guard let response = response as? HTTPURLResponse else {
                throw HealthstoreError(.notUnderstood, "the response is not HTTP")
            }
            return HTTPAnswer(response, body)
        } catch let error as URLError where error.code == .cancelled {
            throw CancellationError()
        }
    }
}

/// Refuses redirections, so that the redirection itself is the response.
private final class RedirectionRefusal: NSObject, URLSessionTaskDelegate {
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}
