import CMicroHTTPD
import Dispatch
import Glibc

/// Detects that a client disconnects while its connection is suspended. libmicrohttpd does not poll
/// suspended connections.
///
/// Dispatch watches one epoll instance for all connections, so no thread waits.
/// https://man7.org/linux/man-pages/man7/epoll.7.html
///
/// `@unchecked Sendable`: the members are constant. Dispatch sources and epoll may be used from any
/// thread.
final class DisconnectWatch: @unchecked Sendable {
    private let epoll: CInt
    private let source: any DispatchSourceRead

    /// - Parameter left: called once on a thread of Dispatch. Its first argument is the number of
    ///   the exchange. The second is true if the peer has reset the connection and receives nothing
    ///   more.
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

    /// Ends the watch. Do not call `add` afterwards.
    func cancel() {
        source.cancel()
    }

    /// Watches an open socket until the socket is closed or the peer shuts down its sending side.
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

    /// The number of events read at once.
    private static let eventsMax = 64

    private static func takeEvents(_ epoll: CInt, _ left: (UInt64, Bool) -> Void) {
        var events = [epoll_event](repeating: epoll_event(), count: eventsMax)
        let count = epoll_wait(epoll, &events, CInt(eventsMax), 0)
        // The source calls its handler again if events are left.
        let reset = EPOLLHUP.rawValue | EPOLLERR.rawValue
        for event in events.prefix(Int(max(count, 0))) { left(event.data.u64, event.events & reset != 0) }
    }
}
