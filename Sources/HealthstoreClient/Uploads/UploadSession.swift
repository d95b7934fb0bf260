import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Uploads files while the app is suspended or not running. `BackgroundUploadSession` is the
/// implementation for Apple's platforms.
protocol UploadSession: Sendable {
    /// The ends of uploads, also of those that an earlier process of the app started.
    var events: AsyncStream<UploadEvent> { get }

    /// Starts an upload. Its end is an event.
    ///
    /// - Parameters:
    ///   - file: the body. It must not change during the upload.
    ///   - key: identifies the upload in events.
    func start(_ request: URLRequest, file: URL, key: String)

    /// Cancels an upload. Its end is an event, too.
    func cancel(_ key: String) async

    /// The keys of the uploads that have not ended.
    func keys() async -> Set<String>
}

enum UploadEvent: Sendable {
    case ended(key: String, Result<HTTPAnswer, any Error>)
    /// All ends of uploads that waited for the start of the app were delivered.
    case allDelivered
}

/// A transport that can start uploads before the client waits for them.
protocol UploadStarting: HTTPTransport {
    /// The maximum number of uploads at the same time.
    var uploadCountMax: Int { get }

    /// Starts an upload without waiting for its response. `send` with the same idempotency key
    /// returns the response if it has arrived.
    ///
    /// - Throws: Any error if the body cannot be written to a file.
    func start(_ request: URLRequest) async throws
}
