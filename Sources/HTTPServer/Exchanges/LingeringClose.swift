// For MSG_DONTWAIT, too: an enumerator belongs to the module whose header brought it in first.
import CMicroHTTPD
import Dispatch
import Glibc
import Synchronization

/// Lets clients that were answered before they had sent their body read the answer.
///
/// A socket that is closed while the client sends answers with a reset, at which many systems throw away what the client
/// has not read yet: the answer. So the connection is kept open on a descriptor of its own, without a thread, while what
/// comes is thrown away: until the client has left, or a limit is reached (RFC 9112, section 9.6).
final class LingeringClose: Sendable {
    /// How long a client has to read the answer and to leave. 5 seconds.
    static let time = DispatchTimeInterval.seconds(5)
    /// How many bytes of one client are thrown away. 16 MiB.
    static let bytesMax = HTTPServerConfiguration.discardedBytesMax
    /// How many connections are kept open so; more are closed at once. 64.
    static let connectionsMax = 64

    private let sources = Mutex<[CInt: Source]>([:])
    private let queue = DispatchQueue(label: "healthstore.lingering")

    /// `@unchecked Sendable`: sources of Dispatch may be used from any thread, and the count only on their queue.
    private final class Source: @unchecked Sendable {
        let reading: any DispatchSourceRead
        var bytes = 0

        init(_ reading: any DispatchSourceRead) { self.reading = reading }
    }

    /// How many connections are kept open, for tests.
    var count: Int { sources.withLock { $0.count } }

    /// Keeps the connection of a socket that libmicrohttpd is about to close.
    func close(_ socket: CInt) {
        // libmicrohttpd shuts down its side and takes its own descriptor out of its epoll instance before it closes it.
        let descriptor = fcntl(socket, F_DUPFD_CLOEXEC, 0)
        guard descriptor >= 0 else { return }
        let source = Source(DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue))
        let isKept = sources.withLock { sources in
            guard sources.count < Self.connectionsMax else { return false }
            sources[descriptor] = source
            return true
        }
        // The source is suspended, and may not be let go as such.
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

    /// Closes all.
    func closeAll() {
        for source in sources.withLock({ Array($0.values) }) { source.reading.cancel() }
    }

    /// Reads and throws away what is there.
    ///
    /// - Returns: how many bytes; 0 where no more will come.
    private static func discard(_ descriptor: CInt) -> Int {
        withUnsafeTemporaryAllocation(byteCount: HTTPBodyStream.pieceBytesMax, alignment: 1) { buffer in
            max(0, recv(descriptor, buffer.baseAddress, buffer.count, CInt(MSG_DONTWAIT)))
        }
    }
}
