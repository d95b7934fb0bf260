import Dispatch
import Synchronization

/// Looks every second which server of a database is the primary. So a promotion is noticed while
/// calls wait for the former primary, and their sessions are ended.
///
/// Each server has a thread and a session of its own, because a server that hangs must not delay
/// the others.
public final class PrimaryWatch: Sendable {
    /// What the watch reports, on any of its threads.
    public enum Event: Sendable, Equatable {
        /// The server is the primary. It is reported at the start and after each promotion.
        case primary(server: String)
        /// The server accepts writes on an older timeline than one that was seen. It is not used.
        case former(server: String)
        /// The server has not answered for `silenceMax`. Sessions with it are ended.
        case silent(server: String)
    }

    private let database: Database
    private let fence: TimelineFence
    private let report: @Sendable (Event) -> Void
    private let last = Mutex<[Int: Event]>([:])
    private let isStopping = Atomic(false)
    private let stop: [DispatchSemaphore]
    private let ended = DispatchGroup()

    /// The time between two looks.
    static let interval = Duration.seconds(1)
    /// The time without an answer after which the sessions with a server are ended. 10 seconds.
    public static let silenceMax = Duration.seconds(10)

    /// Returns nil for a database that has one server or no fence.
    public init?(_ database: Database, report: @escaping @Sendable (Event) -> Void) {
        guard let fence = database.fence, database.hasStandbys else { return nil }
        self.database = database
        self.fence = fence
        self.report = report
        stop = database.servers.map { _ in DispatchSemaphore(value: 0) }
    }

    /// Starts to look. Call it once.
    public func start() {
        for index in database.servers.indices {
            let queue = DispatchQueue(label: "healthstore.primary-watch.\(index)")
            queue.async(group: ended) { [self] in run(index) }
        }
    }

    /// Stops the threads and waits until they have ended.
    public func stop() async {
        isStopping.store(true, ordering: .relaxed)
        for semaphore in stop { semaphore.signal() }
        await withCheckedContinuation { done in ended.notify(queue: .global()) { done.resume() } }
    }

    private func run(_ index: Int) {
        let seconds = Double(Self.interval.components.seconds)
        var session: Session?
        var lastAnswer = ContinuousClock.now
        while !isStopping.load(ordering: .relaxed) {
            session = look(at: index, session)
            if session != nil {
                lastAnswer = .now
            } else if ContinuousClock.now - lastAnswer > Self.silenceMax, isSilent(index) {
                database.endSessions(with: index)
                tell(.silent(server: database.servers[index].name), of: index)
            }
            _ = stop[index].wait(timeout: .now() + seconds)
        }
    }

    /// True if the server does not even refuse a session. A server that has too many sessions, for
    /// example, still answers in those that it has.
    private func isSilent(_ index: Int) -> Bool {
        Session.ping(conninfo: database.servers[index].conninfo) == .silent
    }

    /// Returns a session with the server, or nil if the server does not answer.
    private func look(at index: Int, _ open: Session?) -> Session? {
        let server = database.servers[index]
        do {
            let session =
                try open
                ?? database.watching(try Session(conninfo: server.conninfo, applicationName: "healthstore watch"))
            let identity = try TimelineFence.Identity(session)
            guard identity.timeline != nil else {
                last.withLock { $0[index] = nil }
                return session
            }
            let isPrimary = database.accept(identity, index, fence)
            tell(isPrimary ? .primary(server: server.name) : .former(server: server.name), of: index)
            return session
        } catch {
            return nil
        }
    }

    /// Reports an event that differs from the server's last.
    private func tell(_ event: Event, of index: Int) {
        let isNew = last.withLock { last in
            defer { last[index] = event }
            return last[index] != event
        }
        if isNew { report(event) }
    }
}
