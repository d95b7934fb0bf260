// For SHUT_RDWR, too: an enumerator belongs to the module whose header brought it in first.
import CMicroHTTPD
import Dispatch
import Glibc
import Synchronization

/// Cuts connections whose request takes too long to arrive, or whose response takes too long to leave, byte for byte within
/// the idle time.
///
/// Looks at all connections from time to time instead of keeping a timer for each. A connection counts from when it is
/// opened, or its last response is sent, until the last byte of its next request is here; the idle time, which is shorter,
/// ends it before where it sends nothing. A transfer, which is a streamed body of a request or a long response, has as long
/// as it likes, at a lowest rate: each byte puts the deadline off, though never further than a window from now.
final class TransferClock: Sendable {
    /// The connections that are waited for, by their sockets.
    private let awaited = Mutex<[CInt: Deadline]>([:])
    private let limit: Duration
    private let window: Duration
    private let timePerByte: Duration
    private let timer: Timer

    private struct Deadline {
        var instant: ContinuousClock.Instant
        var isTransfer = false
        /// What was left when the server began to make the client wait.
        var left: Duration?
    }

    /// `@unchecked Sendable`: never changed; sources of Dispatch may be used from any thread.
    private struct Timer: @unchecked Sendable {
        let source: any DispatchSourceTimer
    }

    /// How often in the time limit connections are looked at: one is cut at most an eighth of the limit late.
    private static let looksPerLimit = 8

    init(_ configuration: HTTPServerConfiguration) {
        let allowed = 1...Int(Int32.max)
        func seconds(_ value: Int) -> Int { min(max(allowed.lowerBound, value), allowed.upperBound) }
        limit = .seconds(seconds(configuration.requestReceiveTimeout))
        window = .seconds(seconds(configuration.transferWindow))
        timePerByte = .seconds(1) / seconds(configuration.transferBytesPerSecondMin)
        timer = Timer(source: DispatchSource.makeTimerSource(queue: DispatchQueue(label: "healthstore.receiving")))
        timer.source.setEventHandler { [weak self] in self?.cut() }
        let shortest = seconds(min(configuration.requestReceiveTimeout, configuration.transferWindow))
        let interval = DispatchTimeInterval.milliseconds(shortest * 1000 / Self.looksPerLimit)
        timer.source.schedule(deadline: .now() + interval, repeating: interval, leeway: .milliseconds(100))
        timer.source.resume()
    }

    deinit { timer.source.cancel() }

    /// The connection's next request may begin to arrive.
    func begin(_ socket: CInt) {
        let deadline = ContinuousClock.now + limit
        awaited.withLock { $0[socket] = Deadline(instant: deadline) }
    }

    /// The body may begin to arrive, or the response to leave.
    func beginTransfer(_ socket: CInt) {
        let deadline = ContinuousClock.now + window
        awaited.withLock { $0[socket] = Deadline(instant: deadline, isTransfer: true) }
    }

    /// Bytes of a body are here, or are on their way.
    func transferred(_ bytes: Int, _ socket: CInt) {
        awaited.withLock { awaited in
            guard var deadline = awaited[socket], deadline.isTransfer else { return }
            let now = ContinuousClock.now
            if let left = deadline.left { deadline.instant = now + left }
            deadline.left = nil
            deadline.instant = min(deadline.instant + timePerByte * bytes, now + window)
            awaited[socket] = deadline
        }
    }

    /// The server makes the client wait, until more bytes are here; one that sends none then is idle.
    func pause(_ socket: CInt) {
        awaited.withLock { awaited in
            guard let deadline = awaited[socket] else { return }
            awaited[socket]?.left = deadline.instant - .now
        }
    }

    /// The client has taken all there is, and waits for more.
    func rest(_ socket: CInt) {
        awaited.withLock { $0[socket]?.left = window }
    }

    /// The request is here, or the response sent, or the connection will be closed. Called before the socket is.
    func end(_ socket: CInt) {
        awaited.withLock { _ = $0.removeValue(forKey: socket) }
    }

    private func cut() {
        let now = ContinuousClock.now
        awaited.withLock { awaited in
            // Under the lock, so that none of them can be closed meanwhile and its number be another file's.
            for (socket, deadline) in awaited where deadline.left == nil && deadline.instant < now {
                shutdown(socket, CInt(SHUT_RDWR))
                awaited[socket] = nil
            }
        }
    }
}
