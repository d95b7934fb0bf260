// Imported also for SHUT_RDWR. Swift assigns an enumerator to the first module whose header
// declares it.
import CMicroHTTPD
import Dispatch
import Glibc
import Synchronization

/// Closes connections that are too slow although bytes arrive within the idle time.
///
/// A timer checks all connections periodically, so that no connection needs its own timer.
///
/// - A request must arrive completely within the time limit. The limit begins when its connection
///   is opened or the previous response was sent. A silent connection is closed earlier, after the
///   idle time.
/// - A transfer is a streamed request body or a long response. It has no time limit but a lowest
///   rate. Each byte moves its deadline forward, to at most one window from now.
final class TransferClock: Sendable {
    /// The deadlines of connections for whose client the server waits, keyed by socket.
    private let awaited = Mutex<[CInt: Deadline]>([:])
    private let limit: Duration
    private let window: Duration
    private let timePerByte: Duration
    private let timer: Timer

    private struct Deadline {
        var instant: ContinuousClock.Instant
        var isTransfer = false
        /// The time left when the deadline was stopped. Nil while the deadline runs.
        var left: Duration?
    }

    /// `@unchecked Sendable`: the member is constant. Dispatch sources may be used from any thread.
    private struct Timer: @unchecked Sendable {
        let source: any DispatchSourceTimer
    }

    /// The number of checks per time limit. A connection is closed at most an eighth of the limit
    /// too late.
    private static let checksPerLimit = 8

    init(_ configuration: HTTPServerConfiguration) {
        let allowed = 1...Int(Int32.max)
        func seconds(_ value: Int) -> Int { min(max(allowed.lowerBound, value), allowed.upperBound) }
        limit = .seconds(seconds(configuration.requestReceiveTimeout))
        window = .seconds(seconds(configuration.transferWindow))
        timePerByte = .seconds(1) / seconds(configuration.transferBytesPerSecondMin)
        timer = Timer(source: DispatchSource.makeTimerSource(queue: DispatchQueue(label: "healthstore.receiving")))
        timer.source.setEventHandler { [weak self] in self?.cut() }
        let shortest = seconds(min(configuration.requestReceiveTimeout, configuration.transferWindow))
        let interval = DispatchTimeInterval.milliseconds(shortest * 1000 / Self.checksPerLimit)
        timer.source.schedule(deadline: .now() + interval, repeating: interval, leeway: .milliseconds(100))
        timer.source.resume()
    }

    deinit { timer.source.cancel() }

    /// Starts the deadline of the connection's next request.
    func begin(_ socket: CInt) {
        let deadline = ContinuousClock.now + limit
        awaited.withLock { $0[socket] = Deadline(instant: deadline) }
    }

    /// Starts the deadline of a transfer, when the body may arrive or the response may leave.
    func beginTransfer(_ socket: CInt) {
        let deadline = ContinuousClock.now + window
        awaited.withLock { $0[socket] = Deadline(instant: deadline, isTransfer: true) }
    }

    /// Moves the deadline of a transfer after bytes of a body were received or sent.
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

    /// Stops the deadline while the server makes the client wait. The deadline continues when more
    /// bytes arrive. The idle time limits a client that then sends nothing.
    func pause(_ socket: CInt) {
        awaited.withLock { awaited in
            guard let deadline = awaited[socket] else { return }
            awaited[socket]?.left = deadline.instant - .now
        }
    }

    /// Stops the deadline while the server has no more bytes of the response to send.
    func rest(_ socket: CInt) {
        awaited.withLock { $0[socket]?.left = window }
    }

    /// Removes the connection's deadline. Call it when the request has arrived, when the response
    /// is sent, and before the socket is closed.
    func end(_ socket: CInt) {
        awaited.withLock { _ = $0.removeValue(forKey: socket) }
    }

    private func cut() {
        let now = ContinuousClock.now
        awaited.withLock { awaited in
            // The lock is held, so that no other thread closes a socket and reuses its number
            // meanwhile.
            for (socket, deadline) in awaited where deadline.left == nil && deadline.instant < now {
                shutdown(socket, CInt(SHUT_RDWR))
                awaited[socket] = nil
            }
        }
    }
}
