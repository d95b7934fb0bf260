import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sends requests. `URLSessionTransport` is the usual one.
public protocol HTTPTransport: Sendable {
    /// Sends a request and waits for the whole answer.
    ///
    /// - Throws: whatever kept the answer away. It is taken for a lost connection and tried again, except
    ///   `CancellationError`.
    func send(_ request: URLRequest) async throws -> HTTPAnswer
}

/// The answer to a request.
public struct HTTPAnswer: Sendable {
    public var status: Int
    /// By lower-case name.
    public var headers: [String: String]
    public var body: Data

    public init(status: Int, headers: [String: String] = [:], body: Data = Data()) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

/// Sends requests with a `URLSession`.
public struct URLSessionTransport: HTTPTransport {
    private let session: URLSession

    /// A session that keeps nothing on disk and follows no redirection: it would carry the token elsewhere, and a
    /// `POST` as a `GET`.
    public init() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpMaximumConnectionsPerHost = 2
        session = URLSession(configuration: configuration, delegate: RedirectionRefusal(), delegateQueue: nil)
    }

    /// A session of yours, for example with a client certificate.
    public init(session: URLSession) {
        self.session = session
    }

    public func send(_ request: URLRequest) async throws -> HTTPAnswer {
        do {
            let (body, response) = try await session.data(for: request)
            guard let response = response as? HTTPURLResponse else {
                throw HealthstoreError(.notUnderstood, "the answer is not of HTTP")
            }
            var headers: [String: String] = [:]
            for (name, value) in response.allHeaderFields {
                guard let name = name as? String, let value = value as? String else { continue }
                headers[name.lowercased()] = value
            }
            return HTTPAnswer(status: response.statusCode, headers: headers, body: body)
        } catch let error as URLError where error.code == .cancelled {
            throw CancellationError()
        }
    }
}

/// Answers with the redirection itself.
private final class RedirectionRefusal: NSObject, URLSessionTaskDelegate {
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}
