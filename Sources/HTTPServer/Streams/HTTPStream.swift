import Synchronization

/// A body that is made while it is sent, with the chunked transfer coding.
public struct HTTPStream: Sendable {
    /// Writes the body; runs in a task of its own once the head of the response is on its way.
    ///
    /// Returning ends the body. Throwing breaks the connection, so that the client sees that something is missing. The
    /// task is cancelled when the client has left and when the server stops: a body without an end should return then,
    /// one that has an end may go on for as long as `HTTPServer.stop(within:)` waits.
    let produce: @Sendable (HTTPStreamWriter) async throws -> Void

    public init(_ produce: @escaping @Sendable (HTTPStreamWriter) async throws -> Void) {
        self.produce = produce
    }
}

/// The client has left, or the server can wait no longer: nothing that is written can be sent.
public struct HTTPStreamClosed: Error, Sendable {}

/// The queue between the producer of a body and the network. While it is empty its connection is suspended, and no
/// thread waits. May be used from any thread.
public final class HTTPStreamWriter: Sendable {
    /// How many bytes wait in the queue before `write` waits; one write alone may be longer. 64 KiB.
    public static let queueBytesMax = 64 * 1024

    private let state = Mutex(StreamQueue())

    enum End {
        /// The body is whole.
        case complete
        /// It is not, and the client must see that.
        case broken
    }

    init() {}

    /// Queues bytes; waits while the queue is full, which is how a slow client slows its producer down. Not ended by
    /// cancellation, so that a producer decides itself whether it stops in the middle.
    ///
    /// - Throws: `HTTPStreamClosed`.
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

    /// Returns when something has left the queue, or nothing will.
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

    /// Whether the client has left or the body has ended.
    public var isClosed: Bool { state.withLock { $0.end != nil } }

    // MARK: What the server needs

    var bytesSent: Int { state.withLock { $0.sentBytes } }

    /// Ends the body after what is queued. Only the first call counts.
    func finish(_ end: End) {
        let waiters = state.withLock { state in
            if state.end == nil { state.end = end }
            state.resumeConnection()
            return state.takeWaiters()
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Drops what is queued and breaks the connection. No connection is suspended afterwards.
    func breakOff() {
        state.withLock { $0.drop() }
        finish(.broken)
    }

    /// Called when the connection is gone, which is then not touched again.
    func connectionEnded() {
        state.withLock { $0.suspended = nil }
        breakOff()
    }

    /// Moves bytes to `buffer`; suspends the connection where there are none yet. Only from the content reader.
    ///
    /// - Returns: what the content reader has to return.
    func read(into buffer: UnsafeMutableRawBufferPointer, _ connection: Connection) -> Int {
        let (count, waiters) = state.withLock { state -> (Int, [CheckedContinuation<Void, Never>]) in
            guard state.queuedBytes > 0 else {
                switch state.end {
                case .complete: return (Self.endOfStream, [])
                case .broken: return (Self.endWithError, [])
                case nil:
                    connection.suspend()
                    state.suspended = connection
                    return (0, [])
                }
            }
            return (state.move(to: buffer), state.takeWaiters())
        }
        for waiter in waiters { waiter.resume() }
        return count
    }

    // MHD_CONTENT_READER_END_OF_STREAM and _WITH_ERROR, macros that Swift does not import.
    private static let endOfStream = -1
    static let endWithError = -2
}

/// What an `HTTPStreamWriter` locks.
private struct StreamQueue {
    /// What is not sent yet; the first `sentOfFirst` bytes of the first chunk are.
    var chunks: [[UInt8]] = []
    var sentOfFirst = 0
    var queuedBytes = 0
    var sentBytes = 0
    var waiters: [CheckedContinuation<Void, Never>] = []
    /// The connection while it is suspended for want of bytes.
    var suspended: Connection?
    var end: HTTPStreamWriter.End?

    mutating func takeWaiters() -> [CheckedContinuation<Void, Never>] {
        defer { waiters = [] }
        return waiters
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

    /// Copies from the front of the queue as much as fits.
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
        // An idle stream holds no buffer.
        if chunks.isEmpty { chunks = [] }
        queuedBytes -= count
        sentBytes += count
        return count
    }
}
