// Imported also for MSG_DONTWAIT. Swift assigns an enumerator to the first module whose header
// declares it.
import CMicroHTTPD
import Dispatch
import Glibc
import Synchronization

/// Keeps connections open so that clients can read a response that the server sent before the body
/// had arrived.
///
/// If a socket is closed while the client sends, the kernel answers with a reset. Many systems then
/// discard the response that the client has not read yet. So the connection stays open on a
/// duplicated descriptor, without a thread. Its input is discarded until the client disconnects or
/// a limit is reached (RFC 9112, section 9.6).
final class LingeringClose: Sendable {
    /// The time in which a client must read the response and disconnect. 5 seconds.
    static let time = DispatchTimeInterval.seconds(5)
    /// The number of discarded bytes per client. 16 MiB.
    static let bytesMax = HTTPServerConfiguration.discardedBytesMax
    /// The number of connections kept open. Further connections are closed at once. 64.
    static let connectionsMax = 64

    private let sources = Mutex<[CInt: Source]>([:])
    private let queue = DispatchQueue(label: "healthstore.lingering")

    /// `@unchecked Sendable`: Dispatch sources may be used from any thread. `bytes` is used on
    /// their queue only.
    private final class Source: @unchecked Sendable {
        let reading: any DispatchSourceRead
        var bytes = 0

        init(_ reading: any DispatchSourceRead) { self.reading = reading }
    }

    /// The number of connections kept open. Only tests read it.
    var count: Int { sources.withLock { $0.count } }

    /// Keeps open the connection of a socket that libmicrohttpd is about to close.
    func close(_ socket: CInt) {
        // libmicrohttpd closes only its own descriptor. Before that it shuts down its sending side
        // and removes the descriptor from its epoll instance.
        let descriptor = fcntl(socket, F_DUPFD_CLOEXEC, 0)
        guard descriptor >= 0 else { return }
        let source = Source(DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue))
        let isKept = sources.withLock { sources in
            guard sources.count < Self.connectionsMax else { return false }
            sources[descriptor] = source
            return true
        }
        // A suspended source must not be released. So the source is resumed and cancelled even if
        // the connection is not kept.
        source.reading.setCancelHandler { [weak self] in
            _ = self?.sources.withLock { $0.removeValue(forKey: descriptor) }
            Glibc.close(descriptor)
        }
        source.reading.setEventHandler { [weak source] in
            guard let source else { return }
            let count = Self.discard(descriptor)
            source.bytes += count
            if count == 0 || source.bytes > Self.bytesMax { source.reading.cancel() }
        }
        source.reading.resume()
        guard isKept else { return source.reading.cancel() }
        queue.asyncAfter(deadline: .now() + Self.time) { [weak source] in source?.reading.cancel() }
    }

    /// Closes all connections.
    func closeAll() {
        for source in sources.withLock({ Array($0.values) }) { source.reading.cancel() }
    }

    /// Reads and discards the available bytes.
    ///
    /// - Returns: the number of bytes. 0 if no more will arrive.
    private static func discard(_ descriptor: CInt) -> Int {
        withUnsafeTemporaryAllocation(byteCount: HTTPBodyStream.pieceBytesMax, alignment: 1) { buffer in
            max(0, recv(descriptor, buffer.baseAddress, buffer.count, CInt(MSG_DONTWAIT)))
        }
    }
}
