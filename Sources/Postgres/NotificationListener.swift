import CLibPQ
import Dispatch
import Glibc

/// Listens for notifications on channels in its own session and on its own thread. Reconnects after
/// a lost connection.
///
/// https://www.postgresql.org/docs/15/libpq-notify.html
public final class NotificationListener: Sendable {
    /// An event that the listener reports.
    public enum Event: Sendable {
        /// The listener receives every notification from now on. It reports this event at the start
        /// and after each reconnection. Notifications sent while the connection was lost are
        /// missed.
        case listening
        case notified(channel: String, payload: String)
        /// The connection failed or was lost. The listener connects again.
        case lost(PostgresError)
    }

    /// The time before the next attempt to connect. It doubles after each failure, up to
    /// `backoffLongest`.
    static let backoffShortest = Duration.milliseconds(100)
    static let backoffLongest = Duration.seconds(10)
    /// The time without a notification after which the listener checks that the server still
    /// answers.
    static let silenceLongest = Duration.seconds(60)
    /// The time within which the server must answer that check.
    static let answerLongest = Duration.seconds(10)

    private let database: Database
    private let channels: [String]
    private let applicationName: String
    private let receive: @Sendable (Event) -> Void
    /// An eventfd that becomes readable when the listener is closed.
    private let closing: CInt
    private let queue: DispatchQueue

    /// Starts to listen.
    ///
    /// - Parameters:
    ///   - applicationName: the session's `application_name` on the server.
    ///   - receive: called on the listener's thread, in order. It must return soon, because no
    ///     event is reported meanwhile.
    /// - Throws: `PostgresError` (53000) if the process cannot open another file descriptor.
    public init(
        _ database: Database, channels: [String], applicationName: String = "healthstore listener",
        receive: @escaping @Sendable (Event) -> Void
    ) throws {
        closing = eventfd(0, CInt(EFD_CLOEXEC))
        guard closing >= 0 else { throw PostgresError(sqlState: "53000", message: "too many files are open") }
        self.database = database
        self.channels = channels
        self.applicationName = applicationName
        self.receive = receive
        queue = DispatchQueue(label: "healthstore.listener")
        queue.async { [self] in run() }
    }

    /// Closes the session. After it returns, `receive` is not called again. May be called more than
    /// once.
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
                let session = try database.open(applicationName: applicationName)
                session.limits.statement = Self.answerLongest
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

    /// Reports notifications until the listener is closed.
    private func follow(_ session: Session) throws {
        while true {
            for event in try session.takeNotifications() { receive(event) }
            let (isClosing, isReadable) = wait(for: session.descriptor, atMost: Self.silenceLongest)
            if isClosing { return }
            // If a notification arrives before the answer, libpq keeps it for `takeNotifications`.
            if !isReadable { try session.executeScript("select 1") }
        }
    }

    private func wait(for socket: CInt, atMost limit: Duration) -> (isClosing: Bool, isReadable: Bool) {
        // poll ignores a negative descriptor.
        var files = [
            pollfd(fd: closing, events: Int16(POLLIN), revents: 0),
            pollfd(fd: socket, events: Int16(POLLIN), revents: 0),
        ]
        let milliseconds = limit.components.seconds * 1_000 + limit.components.attoseconds / 1_000_000_000_000_000
        // A signal ends the wait early, which is harmless.
        let count = poll(&files, 2, CInt(milliseconds))
        return (count > 0 && files[0].revents != 0, count > 0 && files[1].revents != 0)
    }
}

extension Session {
    /// The socket to poll, or -1 if the connection is lost.
    fileprivate var descriptor: CInt { PQsocket(connection) }

    /// Removes and returns the notifications that have arrived.
    ///
    /// - Throws: `PostgresError` if the connection is lost.
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
