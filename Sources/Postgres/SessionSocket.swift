import CLibPQ
import Dispatch
import Glibc
import Synchronization

/// The longest times that a session waits for its server.
public struct CallLimits: Sendable {
    /// The limit of a statement, or of a row while rows arrive one by one. Nil means no limit. It
    /// should be longer than the session's `statement_timeout`, which a server ends itself.
    public var statement: Duration?
    /// The limit of COMMIT of a transaction that writes. `statement_timeout` does not end a COMMIT
    /// that waits for a standby. Nil means no limit.
    public var commit: Duration?

    public init(statement: Duration? = nil, commit: Duration? = nil) {
        self.statement = statement
        self.commit = commit
    }
}

/// The socket of a session, for other threads: they shut it down when a call waits for too long,
/// or when the server is no longer the primary. The session's thread then gets an error.
///
/// libpq may close its descriptor at any time, and the system may give the number to another file.
/// So this object has a duplicate.
final class SessionSocket: Sendable {
    /// The server's timeline when the session was opened; nil if it is not known.
    let timeline: UInt32?
    /// The index of the session's server among the database's servers.
    let server: Int
    private let descriptor: CInt
    /// The time after which the running call is ended, in nanoseconds of `DispatchTime`.
    private let deadline = Atomic(UInt64.max)
    private let ending = Mutex<PostgresError?>(nil)

    /// Returns nil if the connection is lost or the process has too many open files.
    init?(_ session: Session, server: Int, timeline: UInt32?) {
        descriptor = fcntl(PQsocket(session.connection), F_DUPFD_CLOEXEC, 0)
        guard descriptor >= 0 else { return nil }
        self.server = server
        self.timeline = timeline
    }

    deinit { close(descriptor) }

    /// Begins the time of a call.
    func beginCall(_ limit: Duration?) {
        guard let limit else { return }
        let (seconds, attoseconds) = limit.components
        let nanoseconds = UInt64(max(0, seconds)) * 1_000_000_000 + UInt64(max(0, attoseconds)) / 1_000_000_000
        deadline.store(DispatchTime.now().uptimeNanoseconds + nanoseconds, ordering: .relaxed)
    }

    func endCall() { deadline.store(.max, ordering: .relaxed) }

    /// The reason why another thread has ended the session, or nil.
    var ended: PostgresError? { ending.withLock { $0 } }

    /// Ends the session if its call waits for too long.
    func endIfLate(now: UInt64) {
        guard now > deadline.load(ordering: .relaxed) else { return }
        end("the server did not answer in time")
    }

    func end(_ message: String) {
        ending.withLock { ending in
            guard ending == nil else { return }
            ending = .connectionFailure(message)
            shutdown(descriptor, CInt(SHUT_RDWR))
        }
    }
}

/// The open sessions of a database. A timer ends those whose call waits for too long.
final class OpenSessions: Sendable {
    private let sockets = Mutex<[ObjectIdentifier: SessionSocket]>([:])
    private let timer: Timer

    /// `@unchecked Sendable`: any thread may use a source of Dispatch.
    private struct Timer: @unchecked Sendable {
        let source: any DispatchSourceTimer
    }

    /// The interval at which the timer looks.
    static let interval = DispatchTimeInterval.milliseconds(200)

    init() {
        timer = Timer(source: DispatchSource.makeTimerSource(queue: .global(qos: .userInitiated)))
        timer.source.schedule(deadline: .now() + Self.interval, repeating: Self.interval)
        timer.source.setEventHandler { [weak self] in self?.endLate() }
        timer.source.resume()
    }

    deinit { timer.source.cancel() }

    func add(_ socket: SessionSocket) { sockets.withLock { $0[ObjectIdentifier(socket)] = socket } }

    func remove(_ socket: SessionSocket) { _ = sockets.withLock { $0.removeValue(forKey: ObjectIdentifier(socket)) } }

    private func endLate() {
        let now = DispatchTime.now().uptimeNanoseconds
        for socket in sockets.withLock({ Array($0.values) }) { socket.endIfLate(now: now) }
    }

    /// Ends the sessions for which `isEnded` returns true.
    func end(_ message: String, where isEnded: (SessionSocket) -> Bool) {
        for socket in sockets.withLock({ Array($0.values) }) where isEnded(socket) { socket.end(message) }
    }
}
