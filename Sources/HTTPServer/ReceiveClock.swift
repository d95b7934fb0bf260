// For SHUT_RDWR, too: an enumerator belongs to the module whose header brought it in first.
import CMicroHTTPD
import Dispatch
import Glibc
import Synchronization

/// Cuts connections whose request takes too long to arrive, byte for byte within the idle time.
///
/// Looks at all connections from time to time instead of keeping a timer for each. A connection counts from when it is
/// opened, or its last response is sent, until the last byte of its next request is here; the idle time, which is shorter,
/// ends it before where it sends nothing.
final class ReceiveClock: Sendable {
    /// Since when each connection's request is awaited, by its socket.
    private let awaited = Mutex<[CInt: ContinuousClock.Instant]>([:])
    private let limit: Duration
    private let timer: Timer

    /// `@unchecked Sendable`: never changed; sources of Dispatch may be used from any thread.
    private struct Timer: @unchecked Sendable {
        let source: any DispatchSourceTimer
    }

    /// How often in the time limit connections are looked at: one is cut at most an eighth of the limit late.
    private static let looksPerLimit = 8

    init(limit seconds: Int) {
        let seconds = min(max(1, seconds), Int(Int32.max))
        limit = .seconds(seconds)
        timer = Timer(source: DispatchSource.makeTimerSource(queue: DispatchQueue(label: "healthstore.receiving")))
        timer.source.setEventHandler { [weak self] in self?.cut() }
        let interval = DispatchTimeInterval.milliseconds(seconds * 1000 / Self.looksPerLimit)
        timer.source.schedule(deadline: .now() + interval, repeating: interval, leeway: .milliseconds(100))
        timer.source.resume()
    }

    deinit { timer.source.cancel() }

    /// The connection's next request may begin to arrive.
    func begin(_ socket: CInt) {
        let now = ContinuousClock.now
        awaited.withLock { $0[socket] = now }
    }

    /// The request is here, or the connection will be closed. Called before the socket is.
    func end(_ socket: CInt) {
        awaited.withLock { _ = $0.removeValue(forKey: socket) }
    }

    private func cut() {
        let latest = ContinuousClock.now - limit
        awaited.withLock { awaited in
            // Under the lock, so that none of them can be closed meanwhile and its number be another file's.
            for (socket, since) in awaited where since < latest {
                shutdown(socket, CInt(SHUT_RDWR))
                awaited[socket] = nil
            }
        }
    }
}
