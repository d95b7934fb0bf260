import Synchronization

/// A body that is produced while it is sent, with the chunked transfer coding.
public struct HTTPStream: Sendable {
    /// Writes the body. Runs in its own task after the head of the response was queued.
    ///
    /// If it returns, the body ends. If it throws, the server breaks the connection, which tells
    /// the client that the body is incomplete. The task is cancelled when the client disconnects
    /// and when the server stops. A producer without an end should then return. A producer with an
    /// end may continue for as long as `HTTPServer.stop(within:)` waits.
    let produce: @Sendable (HTTPStreamWriter) async throws -> Void

    public init(_ produce: @escaping @Sendable (HTTPStreamWriter) async throws -> Void) {
        self.produce = produce
    }
}

/// The client has disconnected, or the server has ended the stream. Further bytes cannot be sent.
public struct HTTPStreamClosed: Error, Sendable {}

/// The queue between the producer of a body and the network. While the queue is empty, its
/// connection is suspended and no thread waits. Any thread may use the queue.
public final class HTTPStreamWriter: Sendable {
    /// The number of queued bytes above which `write` waits. A single write may be longer than
    /// this. 64 KiB.
    public static let queueBytesMax = 64 * 1024

    private let state = Mutex(StreamQueue())

    enum End {
        /// The body is complete.
        case complete
        /// The body is incomplete, and the server must break the connection to show that.
        case broken
    }

    init() {}

    /// Queues bytes. Waits while the queue is full, so a slow client slows its producer down.
    /// Cancellation does not end the wait, because only the producer decides if it stops in the
    /// middle.
    ///
    /// - Throws: `HTTPStreamClosed` if the client has disconnected or the server has ended the
    ///   stream.
    public func write(_ bytes: [UInt8]) async throws(HTTPStreamClosed) {
        guard !bytes.isEmpty else { return }
        while true {
            let outcome = state.withLock { state -> Outcome in
                if state.end != nil { return .closed }
                let isFull = state.queuedBytes > 0 && state.queuedBytes + bytes.count > Self.queueBytesMax
                guard !isFull else { return .full }
                state.chunks.append(bytes)
                state.queuedBytes += bytes.count
                state.resumeConnection()
                return .queued
            }
            switch outcome {
            case .queued: return
            case .closed: throw HTTPStreamClosed()
            case .full: await room(for: bytes.count)
            }
        }
    }

    private enum Outcome {
        case queued, full, closed
    }

    /// Returns when bytes have left the queue or the stream has ended.
    private func room(for count: Int) async {
        await withCheckedContinuation { continuation in
            let isRoom = state.withLock { state in
                let isFull = state.queuedBytes > 0 && state.queuedBytes + count > Self.queueBytesMax
                if isFull, state.end == nil {
                    state.waiters.append(continuation)
                    return false
                }
                return true
            }
            if isRoom { continuation.resume() }
        }
    }

    /// True if the client has disconnected or the body has ended.
    public var isClosed: Bool { state.withLock { $0.end != nil } }

    // MARK: For the server

    var bytesSent: Int { state.withLock { $0.sentBytes } }

    /// Ends the body after the queued bytes. Only the first call has an effect.
    func finish(_ end: End) {
        state.withLock { state in
            if state.end == nil { state.end = end }
            state.resumeConnection()
            state.wakeWaiters()
        }
    }

    /// Discards the queued bytes and breaks the connection. The connection is never suspended
    /// afterwards.
    func breakOff() {
        state.withLock { $0.drop() }
        finish(.broken)
    }

    /// Called when the connection has ended. The stream does not use the connection afterwards.
    func connectionEnded() {
        state.withLock { $0.suspended = nil }
        breakOff()
    }

    /// Copies queued bytes to `buffer`, or suspends the connection if the queue is empty. Only
    /// libmicrohttpd's content reader may call it.
    ///
    /// - Returns: the result for the content reader.
    func read(into buffer: UnsafeMutableRawBufferPointer, _ connection: Connection) -> Int {
        state.withLock { state in
            guard state.queuedBytes > 0 else {
                switch state.end {
                case .complete: return Self.endOfStream
                case .broken: return Self.endWithError
                case nil:
                    connection.suspend()
                    state.suspended = connection
                    return 0
                }
            }
            state.wakeWaiters()
            return state.move(to: buffer)
        }
    }

    // The macros MHD_CONTENT_READER_END_OF_STREAM and MHD_CONTENT_READER_END_WITH_ERROR. Swift does
    // not import macros.
    private static let endOfStream = -1
    static let endWithError = -2
}

/// The state that the lock of an `HTTPStreamWriter` guards.
private struct StreamQueue {
    /// The unsent bytes. The first `sentOfFirst` bytes of the first chunk are already sent.
    var chunks: [[UInt8]] = []
    var sentOfFirst = 0
    var queuedBytes = 0
    var sentBytes = 0
    var waiters: [CheckedContinuation<Void, Never>] = []
    /// The connection while it is suspended because the queue is empty.
    var suspended: Connection?
    var end: HTTPStreamWriter.End?

    /// Lets the producers that wait go on. They run on other threads, so the lock may be held.
    mutating func wakeWaiters() {
        for waiter in waiters { waiter.resume() }
        waiters = []
    }

    mutating func resumeConnection() {
        suspended?.resume()
        suspended = nil
    }

    mutating func drop() {
        chunks = []
        sentOfFirst = 0
        queuedBytes = 0
    }

    /// Copies bytes from the front of the queue until `buffer` is full.
    mutating func move(to buffer: UnsafeMutableRawBufferPointer) -> Int {
        var count = 0
        var whole = 0
        while whole < chunks.count, count < buffer.count {
            let chunk = chunks[whole]
            let part = min(chunk.count - sentOfFirst, buffer.count - count)
            chunk.withUnsafeBytes { bytes in
                UnsafeMutableRawBufferPointer(rebasing: buffer[count...]).copyMemory(
                    from: UnsafeRawBufferPointer(rebasing: bytes[sentOfFirst..<sentOfFirst + part]))
            }
            count += part
            sentOfFirst += part
            if sentOfFirst == chunk.count {
                whole += 1
                sentOfFirst = 0
            }
        }
        chunks.removeFirst(whole)
        // An idle stream keeps no buffer, so that it takes less memory.
        if chunks.isEmpty { chunks = [] }
        queuedBytes -= count
        sentBytes += count
        return count
    }
}
