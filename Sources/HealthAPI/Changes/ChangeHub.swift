import Foundation
import HTTPServer
import HealthCore
import HealthDatabase
import HealthJobs
import Postgres
import Synchronization

/// Wakes open streams when the change feed of their person has grown. One database session listens
/// for all streams. On a standby, it reads the ends of the feeds each second instead.
///
/// A subscriber is one open stream. The first one makes the hub open the session. A wake-up says
/// only that the feed has grown, and the stream then reads the feed itself. Such a read is called a
/// look. So no data are queued for a slow stream. A lost connection loses no change, because all
/// streams read the feed when the connection is back.
public final class ChangeHub: Sendable {
    /// Most open streams of one person.
    public static let streamsPerPersonMax = 100
    /// Looks that use a database session at the same time. Further looks wait for a turn, so that
    /// sessions remain for requests.
    public static let looksMax = 4
    /// Looks of one person that use a database session at the same time.
    public static let looksPerPersonMax = 2
    /// Seconds between two heartbeats of a stream.
    public static let heartbeatSeconds: UInt64 = 15

    private let database: Database
    private let log: Log
    private let isPolling: Bool
    private let state = Mutex(State())
    /// Admits streams that are open or about to open.
    let admission = StreamAdmission(max: .max, perPersonMax: streamsPerPersonMax)
    private let turns = FairTurns(
        FairTurns.Limits(
            turnsMax: looksMax, turnsPerOwnerMax: looksPerPersonMax, turnsOfOwnersMax: looksMax, turnsOfServiceMax: 1,
            // Each stream waits for at most one turn, and takes a permit before its first look. The
            // permits limit the number of waiters, so these limits are only upper bounds.
            waitersMax: HTTPServerConfiguration.connectionsMaxDefault,
            waitersPerOwnerMax: streamsPerPersonMax + StreamAdmission.importStreamsPerPersonMax))

    private struct State {
        var subscribers: [Int32: [UInt64: ChangeSubscription]] = [:]
        var subscriptionCount: UInt64 = 0
        /// Closes the source, which tells which feeds have grown. Nil before there is one.
        var closeSource: (@Sendable () async -> Void)?
        /// Beats each second.
        var heart: Task<Void, Never>?
        var second: UInt64 = 0
        /// True if the source has a session and has not reported its loss. The hub takes this as a
        /// sign that the database server runs.
        var isConnected = false
        /// The time at which the source lost its session, until it has one again. Nil before the
        /// source was made.
        var lostAt: ContinuousClock.Instant?
        /// Subscribers whose last look failed, by the number of their subscription.
        var behind: [UInt64: ChangeSubscription] = [:]
        var isClosed = false
    }

    /// - Parameter isPolling: true for a standby, which receives no notifications.
    public init(_ database: Database, log: Log, isPolling: Bool = false) {
        self.database = database
        self.log = log
        self.isPolling = isPolling
    }

    /// The state of the hub, for monitoring.
    struct Measures {
        /// The number of subscribers.
        var streamCount = 0
        /// The number of subscribers whose last look failed.
        var behindCount = 0
        /// The seconds for which the hub has received no changes, because its session is lost. 0
        /// while it has a session, and before the first subscriber.
        var lagSeconds = 0.0
    }

    var measures: Measures {
        state.withLock { state in
            let lag = state.lostAt.map { ContinuousClock.now - $0 } ?? .zero
            return Measures(
                streamCount: state.subscribers.values.reduce(0) { $0 + $1.count }, behindCount: state.behind.count,
                lagSeconds: lag / .seconds(1))
        }
    }

    /// Ends every subscription and closes the database session.
    public func close() async {
        let (closeSource, ended) = state.withLock { state in
            state.isClosed = true
            state.heart?.cancel()
            defer { state.closeSource = nil }
            return (state.closeSource, state.subscribers.values.flatMap(\.values))
        }
        for subscription in ended { subscription.end() }
        await closeSource?()
    }

    /// Runs `body` with a subscription to the person's changes. The subscription begins with a
    /// wake-up, because the feed may have grown between the stream's first look, which comes before
    /// the subscription, and the subscription.
    func withSubscription(
        to person: Person, token: Credential, _ body: (ChangeSubscription) async throws -> Void
    ) async throws {
        let subscription = try subscribe(person.id, token.token)
        defer { unsubscribe(subscription) }
        try await withTaskCancellationHandler {
            try await body(subscription)
        } onCancel: {
            subscription.end()
        }
    }

    /// Waits for the person's turn to use a database session, and then runs `body`.
    func look<Value>(for person: Person, _ body: () async throws -> Value) async throws -> Value {
        try await turns.take(for: person.id)
        defer { turns.giveBack(from: person.id) }
        return try await body()
    }

    /// Wakes a subscriber after a failed look: within about a second, or when the database server
    /// is back. After a restart of the server, the pool may still hold broken sessions. Each of
    /// them fails at its first use, so the first look may fail.
    func lookAgain(_ subscription: ChangeSubscription) {
        state.withLock { $0.behind[subscription.number] = subscription }
    }

    private func subscribe(_ person: Int32, _ token: BearerToken?) throws -> ChangeSubscription {
        try state.withLock { state in
            if !state.isClosed { try start(&state) }
            state.subscriptionCount += 1
            let subscription = ChangeSubscription(
                person: person, token: token?.tokenID, tokenPerson: token?.personID, number: state.subscriptionCount)
            state.subscribers[person, default: [:]][subscription.number] = subscription
            if state.isClosed { subscription.end() }
            return subscription
        }
    }

    private func unsubscribe(_ subscription: ChangeSubscription) {
        state.withLock { state in
            state.behind[subscription.number] = nil
            state.subscribers[subscription.person]?[subscription.number] = nil
            if state.subscribers[subscription.person]?.isEmpty == true { state.subscribers[subscription.person] = nil }
        }
    }

    private func start(_ state: inout State) throws {
        guard state.closeSource == nil else { return }
        state.closeSource = try openSource()
        state.heart = Task { [weak self] in
            while (try? await Task.sleep(for: .seconds(1))) != nil { self?.beat() }
        }
    }

    /// Opens the source, and returns the function that closes it.
    private func openSource() throws -> @Sendable () async -> Void {
        guard isPolling else {
            let channels = [ChangeNotification.channel, TokenRevocation.channel, AccessChange.channel]
            let listener = try NotificationListener(database, channels: channels) { [weak self] event in
                if let event = FeedPoller.Event(event) { self?.receive(event) }
            }
            return { await listener.close() }
        }
        let poller = FeedPoller(database, followed: { [weak self] in self?.followed ?? FeedPoller.Followed() }) {
            [weak self] in self?.receive($0)
        }
        return { await poller.close() }
    }

    private func receive(_ event: FeedPoller.Event) {
        switch event {
        case .polling: connected()
        case .changed(let person): wake(person)
        case .revoked(let token): wake(token)
        case .lost(let error): lost(error)
        }
    }

    private var followed: FeedPoller.Followed {
        state.withLock { state in
            var followed = FeedPoller.Followed(people: Set(state.subscribers.keys))
            for subscription in state.subscribers.values.flatMap(\.values) {
                guard let token = subscription.token, let person = subscription.tokenPerson else { continue }
                followed.tokens[token] = person
            }
            return followed
        }
    }

    private func connected() {
        log.event(.info, "listening_for_changes")
        let all = state.withLock { state in
            state.isConnected = true
            state.lostAt = nil
            return state.subscribers.values.flatMap(\.values)
        }
        for subscription in all { subscription.wake(.change) }
    }

    private func lost(_ error: PostgresError) {
        state.withLock { state in
            state.isConnected = false
            state.lostAt = state.lostAt ?? .now
        }
        log.event(.warning, "listener_lost", [("sqlState", error.sqlState), ("message", error.loggedMessage)])
    }

    /// Wakes the streams of a token that was revoked. Their next look is refused.
    private func wake(_ token: UUID) {
        let all = state.withLock { $0.subscribers.values.flatMap(\.values) }
        for subscription in all where subscription.token == token { subscription.wake(.change) }
    }

    private func wake(_ person: Int32) {
        for subscription in state.withLock({ Array(($0.subscribers[person] ?? [:]).values) }) {
            subscription.wake(.change)
        }
    }

    /// Runs each second. It wakes the streams whose heartbeat is due in this second, the streams
    /// whose caller had a grant or token that has expired, and the subscribers whose last look
    /// failed. Heartbeats are spread over the seconds, so that not all streams write at once.
    private func beat() {
        let now = Instant.now
        let (all, due, behind) = state.withLock { state in
            state.second += 1
            let slot = state.second % Self.heartbeatSeconds
            var behind: [UInt64: ChangeSubscription] = [:]
            if state.isConnected { swap(&behind, &state.behind) }
            let all = state.subscribers.values.flatMap(\.values)
            return (all, all.filter { $0.number % Self.heartbeatSeconds == slot }, behind)
        }
        // No notification is sent when a grant or a token expires.
        for subscription in all where subscription.isDue(at: now) { subscription.wake(.change) }
        for subscription in due { subscription.wake(.heartbeat) }
        for subscription in behind.values { subscription.wake(.change) }
    }
}

extension FeedPoller.Event {
    /// Nil for a notification that cannot be read.
    fileprivate init?(_ event: NotificationListener.Event) {
        switch event {
        case .listening: self = .polling
        case .notified(TokenRevocation.channel, let payload):
            guard let token = UUID(uuidString: payload) else { return nil }
            self = .revoked(token: token)
        case .notified(let channel, let payload):
            // After a change of access, the next look of each stream reads with the access that its
            // holder has then.
            let isAccess = channel == AccessChange.channel
            guard let person = isAccess ? AccessChange(payload: payload)?.personID : Int32(payload) else { return nil }
            self = .changed(person: person)
        case .lost(let error): self = .lost(error)
        }
    }
}

/// The wake-up of one stream. It is a flag and not a queue. Only one task may wait for it at a
/// time.
final class ChangeSubscription: Sendable {
    enum Wake: Equatable {
        /// The feed may have grown, or the access of the stream's holder may have changed.
        case change
        case heartbeat
        case ended
    }

    let person: Int32
    /// The id of the token with which the stream was opened; nil for a user of a proxy.
    let token: UUID?
    /// The person whom the token is about, who is not always `person`.
    let tokenPerson: Int32?
    let number: UInt64
    private let state: Mutex<State> = Mutex(State())

    private struct State {
        /// What has happened since the last wake-up. A heartbeat goes before changes, and is also
        /// sent while the feed grows. Otherwise a missing heartbeat would show changes that the
        /// caller may not read.
        var pending: Set<Wake> = [.change]
        var wakeAt: Instant?
        var waiter: CheckedContinuation<Wake, Never>?

        /// Takes the most urgent event since the last wake-up.
        mutating func take() -> Wake? {
            if pending.contains(.ended) { return .ended }
            return pending.remove(.heartbeat) ?? pending.remove(.change)
        }
    }

    init(person: Int32, token: UUID?, tokenPerson: Int32?, number: UInt64) {
        self.person = person
        self.token = token
        self.tokenPerson = tokenPerson
        self.number = number
    }

    /// Waits for the next wake-up. `.ended` is the last wake-up.
    func next() async -> Wake {
        await withCheckedContinuation { continuation in
            let wake = state.withLock { state -> Wake? in
                let wake = state.take()
                if wake == nil { state.waiter = continuation }
                return wake
            }
            if let wake { continuation.resume(returning: wake) }
        }
    }

    func wake(_ wake: Wake) {
        let woken = state.withLock { state -> (waiter: CheckedContinuation<Wake, Never>, wake: Wake)? in
            state.pending.insert(wake)
            guard let waiter = state.waiter, let wake = state.take() else { return nil }
            state.waiter = nil
            return (waiter, wake)
        }
        if let (waiter, wake) = woken { waiter.resume(returning: wake) }
    }

    /// Sets the time at which the stream must look again even without a change; nil for no such
    /// time.
    func wake(at time: Instant?) { state.withLock { $0.wakeAt = time } }

    /// Returns true if the time of `wake(at:)` has passed. The next look of the stream sets a new
    /// time.
    func isDue(at now: Instant) -> Bool {
        state.withLock { state in
            guard let wakeAt = state.wakeAt, wakeAt <= now else { return false }
            state.wakeAt = nil
            return true
        }
    }

    func end() { wake(.ended) }
}
