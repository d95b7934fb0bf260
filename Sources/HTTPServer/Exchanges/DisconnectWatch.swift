import CMicroHTTPD
import Dispatch
import Glibc

/// Notices that a client has left while its connection is suspended, when libmicrohttpd does not look at it.
///
/// One epoll instance for all connections, itself watched by Dispatch, so that no thread waits.
/// https://man7.org/linux/man-pages/man7/epoll.7.html
///
/// `@unchecked Sendable`: the members are constant; sources of Dispatch and epoll may be used from any thread.
final class DisconnectWatch: @unchecked Sendable {
    private let epoll: CInt
    private let source: any DispatchSourceRead

    /// - Parameter left: told the number under which a connection was added, once, and whether the peer takes nothing more
    ///   either (a reset); on a thread of Dispatch.
    /// - Throws: `.cannotStart`.
    init(left: @escaping @Sendable (UInt64, Bool) -> Void) throws(HTTPServerError) {
        let epoll = epoll_create1(CInt(EPOLL_CLOEXEC))
        guard epoll >= 0 else {
            throw HTTPServerError(
                code: .cannotStart, message: "could not watch connections: \(String(cString: strerror(errno)))")
        }
        self.epoll = epoll
        source = DispatchSource.makeReadSource(
            fileDescriptor: epoll, queue: DispatchQueue(label: "healthstore.disconnects"))
        source.setEventHandler { Self.takeEvents(epoll, left) }
        source.setCancelHandler { close(epoll) }
        source.resume()
    }

    /// Ends the watch; nothing may be added afterwards.
    func cancel() {
        source.cancel()
    }

    /// Watches an open socket until it is closed or the peer has shut down its side.
    func add(_ socket: CInt, number: UInt64) {
        var event = epoll_event()
        event.events = EPOLLRDHUP.rawValue | EPOLLONESHOT.rawValue
        event.data.u64 = number
        epoll_ctl(epoll, EPOLL_CTL_ADD, socket, &event)
    }

    /// Ends the watch of a socket that is still open.
    func remove(_ socket: CInt) {
        var event = epoll_event()
        epoll_ctl(epoll, EPOLL_CTL_DEL, socket, &event)
    }

    /// How many connections are taken from the system at once.
    private static let eventsMax = 64

    private static func takeEvents(_ epoll: CInt, _ left: (UInt64, Bool) -> Void) {
        var events = [epoll_event](repeating: epoll_event(), count: eventsMax)
        let count = epoll_wait(epoll, &events, CInt(eventsMax), 0)
        // The source fires again while there are more.
        let reset = EPOLLHUP.rawValue | EPOLLERR.rawValue
        for event in events.prefix(Int(max(count, 0))) { left(event.data.u64, event.events & reset != 0) }
    }
}
