import Dispatch
import Foundation
import HealthDatabase
import Postgres
import Synchronization

/// Reads again and again what open streams depend on, in its own session. It replaces
/// `NotificationListener` where the database is a standby, which receives no notifications.
final class FeedPoller: Sendable {
    /// The streams that are open.
    struct Followed: Sendable {
        var people: Set<Int32> = []
        /// The ids of tokens and sessions, with the person whom each is about.
        var tokens: [UUID: Int32] = [:]
    }

    enum Event: Sendable {
        /// The poller has a session, and reads from now on.
        case polling
        /// The feed or the grants of the person may have changed.
        case changed(person: Int32)
        /// The token or session was revoked. It is reported until no stream has it.
        case revoked(token: UUID)
        /// The session failed. The poller connects again at the next reading.
        case lost(PostgresError)
    }

    /// The time between two readings: one second.
    static let interval = DispatchTimeInterval.seconds(1)
    /// The statement timeout of a reading.
    static let statementTimeout = "10s"

    private let database: Database
    private let followed: @Sendable () -> Followed
    private let receive: @Sendable (Event) -> Void
    private let queue = DispatchQueue(label: "healthstore.poller")
    /// `@unchecked Sendable`: the members are accessed only on `queue`, once the timer runs.
    private final class State: @unchecked Sendable {
        var timer: (any DispatchSourceTimer)?
        var session: Session?
        var states = FeedStates()
        var hasFailed = false
    }
    private let state = State()

    /// Starts to read.
    ///
    /// - Parameters:
    ///   - followed: returns the streams that are open now. It is called on the poller's thread.
    ///   - receive: called on the poller's thread.
    init(
        _ database: Database, followed: @escaping @Sendable () -> Followed, receive: @escaping @Sendable (Event) -> Void
    ) {
        self.database = database
        self.followed = followed
        self.receive = receive
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.setEventHandler { [weak self] in self?.read() }
        timer.schedule(deadline: .now(), repeating: FeedPoller.interval, leeway: .milliseconds(100))
        state.timer = timer
        timer.resume()
    }

    /// Closes the session. After it returns, `receive` is not called again.
    func close() async {
        await queue.run { [state] in
            state.timer?.cancel()
            state.timer = nil
            state.session = nil
        }
    }

    private func read() {
        let followed = followed()
        guard !followed.people.isEmpty else {
            state.states = FeedStates()
            return
        }
        do {
            let session = try connected()
            let states = try FeedStates(of: Array(followed.people), tokens: followed.tokens, session)
            let before = state.states
            state.states = states
            // A person who was not followed before counts as changed, because the feed may have
            // grown since the first look of the stream.
            for person in followed.people
            where before.feeds[person] == nil || before.feeds[person] != states.feeds[person] {
                receive(.changed(person: person))
            }
            for token in followed.tokens.keys where !states.tokens.contains(token) { receive(.revoked(token: token)) }
        } catch {
            state.session = nil
            // A lost session is reported once, and not each second.
            guard !state.hasFailed else { return }
            state.hasFailed = true
            receive(
                .lost(error as? PostgresError ?? PostgresError(sqlState: "08006", message: "the feeds cannot be read")))
        }
    }

    private func connected() throws -> Session {
        if let session = state.session { return session }
        let session = try database.open(applicationName: "healthstore poller")
        try session.executeScript("set statement_timeout = '\(FeedPoller.statementTimeout)'")
        state.session = session
        state.hasFailed = false
        receive(.polling)
        return session
    }
}
