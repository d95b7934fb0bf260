import CLibPQ
import Dispatch
import Glibc

/// Listens for notifications on channels in a session of its own, and comes back after the connection was lost.
///
/// It waits on a thread of its own. https://www.postgresql.org/docs/15/libpq-notify.html
public final class NotificationListener: Sendable {
    /// What can be told.
    public enum Event: Sendable {
        /// From now on nothing is missed: at the start, and again after a loss, during which anything may have been.
        case listening
        case notified(channel: String, payload: String)
        /// The connection could not be made or was lost; it is tried again.
        case lost(PostgresError)
    }

    /// How long it waits before it connects again; twice as long after each failure, up to the longest.
    static let backoffShortest = Duration.milliseconds(100)
    static let backoffLongest = Duration.seconds(10)
    /// After so long without a notification it asks whether the server is still there. One minute.
    static let silenceLongest = Duration.seconds(60)

    private let conninfo: String
    private let channels: [String]
    private let applicationName: String
    private let receive: @Sendable (Event) -> Void
    /// An eventfd that becomes readable when the listener is closed.
    private let closing: CInt
    private let queue: DispatchQueue

    /// Starts to listen.
    ///
    /// - Parameters:
    ///   - applicationName: what the server calls its session.
    ///   - receive: called on the listener's thread, in order; must not wait for long.
    /// - Throws: `PostgresError` (53000) where the system has no file to give.
    public init(
        conninfo: String, channels: [String], applicationName: String = "healthstore listener",
        receive: @escaping @Sendable (Event) -> Void
    ) throws {
        closing = eventfd(0, CInt(EFD_CLOEXEC))
        guard closing >= 0 else { throw PostgresError(sqlState: "53000", message: "too many files are open") }
        self.conninfo = conninfo
        self.channels = channels
        self.applicationName = applicationName
        self.receive = receive
        queue = DispatchQueue(label: "healthstore.listener")
        queue.async { [self] in run() }
    }

    /// Ends; returns when the session is closed, after which nothing is received. May be called more than once.
    public func close() async {
        var one: UInt64 = 1
        _ = write(closing, &one, MemoryLayout<UInt64>.size)
        await withCheckedContinuation { done in queue.async { done.resume() } }
    }

    deinit { _ = Glibc.close(closing) }

    private func run() {
        var backoff = Self.backoffShortest
        while !wait(for: -1, atMost: .zero).isClosing {
            do {
                let session = try Session(conninfo: conninfo, applicationName: applicationName)
                try session.executeScript(
                    channels.map { "listen " + session.quoteIdentifier($0) }.joined(separator: "; "))
                receive(.listening)
                backoff = Self.backoffShortest
                try follow(session)
                return
            } catch {
                receive(.lost(error as? PostgresError ?? .connectionFailure("the listener failed")))
            }
            if wait(for: -1, atMost: backoff).isClosing { return }
            backoff = min(backoff * 2, Self.backoffLongest)
        }
    }

    /// Hands on what comes until the listener is closed.
    private func follow(_ session: Session) throws {
        while true {
            for event in try session.takeNotifications() { receive(event) }
            let (isClosing, isReadable) = wait(for: session.socket, atMost: Self.silenceLongest)
            if isClosing { return }
            // Notifications that come before the answer are kept by libpq.
            if !isReadable { try session.executeScript("select 1") }
        }
    }

    private func wait(for socket: CInt, atMost limit: Duration) -> (isClosing: Bool, isReadable: Bool) {
        // poll takes no notice of a negative descriptor.
        var files = [
            pollfd(fd: closing, events: Int16(POLLIN), revents: 0),
            pollfd(fd: socket, events: Int16(POLLIN), revents: 0),
        ]
        let milliseconds = limit.components.seconds * 1_000 + limit.components.attoseconds / 1_000_000_000_000_000
        // A signal ends the wait early, which does no harm.
        let count = poll(&files, 2, CInt(milliseconds))
        return (count > 0 && files[0].revents != 0, count > 0 && files[1].revents != 0)
    }
}

extension Session {
    /// The socket, to wait on; -1 where the connection is lost.
    fileprivate var socket: CInt { PQsocket(connection) }

    /// The notifications that have arrived.
    ///
    /// - Throws: `PostgresError` where the connection is lost.
    fileprivate func takeNotifications() throws -> [NotificationListener.Event] {
        guard PQconsumeInput(connection) == 1 else { throw failure() }
        var events: [NotificationListener.Event] = []
        while let notification = PQnotifies(connection) {
            events.append(
                .notified(
                    channel: notification.pointee.relname.map { String(cString: $0) } ?? "",
                    payload: notification.pointee.extra.map { String(cString: $0) } ?? ""))
            PQfreemem(notification)
        }
        return events
    }
}
