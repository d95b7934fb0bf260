import Dispatch
import Foundation
import HTTPServer
import HealthDatabase
import HealthJobs
import Postgres
import Synchronization

/// Wakes open streams when the change feed of their person has grown. One database session listens
/// for any number of streams.
///
/// The session is opened for the first subscriber. A wake-up has no content and only tells the
/// stream to read the feed. So nothing is queued for a slow stream, and a lost connection loses
/// nothing: all streams read once it is back.
public final class ChangeHub: Sendable {
    /// Most open streams of one person.
    public static let streamsPerPersonMax = 100
    /// Subscribers that use a database session at the same time; others wait for a turn, so that
    /// requests find sessions too.
    public static let looksMax = 4
    /// Subscribers of one person that use a session at the same time.
    public static let looksPerPersonMax = 2
    /// Seconds between two heartbeats of a stream.
    public static let heartbeatSeconds: UInt64 = 15

    private let conninfo: String
    private let log: Log
    private let state = Mutex(State())
    /// Admission of open streams and of streams about to open.
    let admission = StreamAdmission(max: .max, perPersonMax: streamsPerPersonMax)
    private let turns = FairTurns(
        FairTurns.Limits(
            turnsMax: looksMax, turnsPerOwnerMax: looksPerPersonMax, turnsOfOwnersMax: looksMax, turnsOfServiceMax: 1,
            // Each stream waits for at most one turn, and each first look has a permit.
            waitersMax: HTTPServerConfiguration.connectionsMaxDefault,
            waitersPerOwnerMax: streamsPerPersonMax + StreamAdmission.importStreamsPerPersonMax))

    private struct State {
        var subscribers: [Int32: [UInt64: ChangeSubscription]] = [:]
        var subscriptionCount: UInt64 = 0
        var listener: NotificationListener?
        var heart: Heart?
        var second: UInt64 = 0
        /// Whether the listener has its session, as far as it knows; so whether the server runs.
        var isListening = false
        /// Subscribers whose last look failed, by number.
        var behind: [UInt64: ChangeSubscription] = [:]
        var isClosed = false
    }

    /// `@unchecked Sendable`: never changed; sources of Dispatch may be used from any thread.
    private struct Heart: @unchecked Sendable {
        let source: any DispatchSourceTimer
    }

    public init(conninfo: String, log: Log) {
        self.conninfo = conninfo
        self.log = log
    }

    /// Ends every subscription and the session.
    public func close() async {
        let (listener, ended) = state.withLock { state in
            state.isClosed = true
            state.heart?.source.cancel()
            defer { state.listener = nil }
            return (state.listener, state.subscribers.values.flatMap(\.values))
        }
        for subscription in ended { subscription.end() }
        await listener?.close()
    }

    /// Runs `body` with a subscription to the person's changes. The subscription begins with a
    /// wake-up, so that no change between an earlier look and now is missed.
    func withSubscription(
        to person: Person, token: Credential, _ body: (ChangeSubscription) async throws -> Void
    ) async throws {
        let subscription = try subscribe(person.id, token.token?.tokenID)
        defer { unsubscribe(subscription) }
        try await withTaskCancellationHandler {
            try await body(subscription)
        } onCancel: {
            subscription.end()
        }
    }

    /// Runs `body` when it is the person's turn to use a database session.
    func look<Value>(for person: Person, _ body: () async throws -> Value) async throws -> Value {
        try await turns.take(for: person.id)
        defer { turns.giveBack(from: person.id) }
        return try await body()
    }

    /// Wakes a subscriber whose look failed, within about a second, or once the server is back.
    /// Each session that broke unnoticed fails once, so the first look after a loss may fail.
    func lookAgain(_ subscription: ChangeSubscription) {
        state.withLock { $0.behind[subscription.number] = subscription }
    }

    private func subscribe(_ person: Int32, _ token: UUID?) throws -> ChangeSubscription {
        try state.withLock { state in
            if !state.isClosed { try start(&state) }
            state.subscriptionCount += 1
            let subscription = ChangeSubscription(person: person, token: token, number: state.subscriptionCount)
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
        guard state.listener == nil else { return }
        state.listener = try NotificationListener(
            conninfo: conninfo, channels: [ChangeNotification.channel, TokenRevocation.channel]
        ) { [weak self] in
            self?.receive($0)
        }
        let heart = Heart(source: DispatchSource.makeTimerSource(queue: DispatchQueue(label: "healthstore.heart")))
        heart.source.setEventHandler { [weak self] in self?.beat() }
        heart.source.schedule(deadline: .now() + .seconds(1), repeating: .seconds(1), leeway: .milliseconds(100))
        heart.source.resume()
        state.heart = heart
    }

    private func receive(_ event: NotificationListener.Event) {
        switch event {
        case .listening:
            log.event(.info, "listening_for_changes")
            let all = state.withLock { state in
                state.isListening = true
                return state.subscribers.values.flatMap(\.values)
            }
            for subscription in all { subscription.wake(.change) }
        case .notified(TokenRevocation.channel, let payload):
            // The streams look, and the look is refused.
            guard let token = UUID(uuidString: payload) else { return }
            let all = state.withLock { $0.subscribers.values.flatMap(\.values) }
            for subscription in all where subscription.token == token { subscription.wake(.change) }
        case .notified(_, let payload):
            guard let person = Int32(payload) else { return }
            for subscription in state.withLock({ Array(($0.subscribers[person] ?? [:]).values) }) {
                subscription.wake(.change)
            }
        case .lost(let error):
            state.withLock { $0.isListening = false }
            log.event(.warning, "listener_lost", [("sqlState", error.sqlState), ("message", error.message)])
        }
    }

    /// Each second: wakes the streams whose heartbeat is due in this second, so that not all write
    /// at once, and the subscribers whose last look failed.
    private func beat() {
        let (due, behind) = state.withLock { state in
            state.second += 1
            let slot = state.second % Self.heartbeatSeconds
            var behind: [UInt64: ChangeSubscription] = [:]
            if state.isListening { swap(&behind, &state.behind) }
            return (
                state.subscribers.values.flatMap { $0.values.filter { $0.number % Self.heartbeatSeconds == slot } },
                behind
            )
        }
        for subscription in due { subscription.wake(.heartbeat) }
        for subscription in behind.values { subscription.wake(.change) }
    }
}

/// The wake-up of one stream: a flag, not a queue. Only one task may wait at a time.
final class ChangeSubscription: Sendable {
    enum Wake: Int {
        case heartbeat, change, ended
    }

    let person: Int32
    /// The id of the token with which the stream was opened; nil for a user of a proxy.
    let token: UUID?
    let number: UInt64
    private let state: Mutex<State> = Mutex(State())

    private struct State {
        /// The most urgent event since the last wake-up.
        var pending: Wake? = .change
        var waiter: CheckedContinuation<Wake, Never>?
    }

    init(person: Int32, token: UUID?, number: UInt64) {
        self.person = person
        self.token = token
        self.number = number
    }

    /// Waits for the next wake-up. `.ended` is the last one.
    func next() async -> Wake {
        await withCheckedContinuation { continuation in
            let wake = state.withLock { state -> Wake? in
                guard let pending = state.pending else {
                    state.waiter = continuation
                    return nil
                }
                if pending != .ended { state.pending = nil }
                return pending
            }
            if let wake { continuation.resume(returning: wake) }
        }
    }

    func wake(_ wake: Wake) {
        let waiter = state.withLock { state -> CheckedContinuation<Wake, Never>? in
            guard let waiter = state.waiter else {
                if wake.rawValue > state.pending?.rawValue ?? -1 { state.pending = wake }
                return nil
            }
            state.waiter = nil
            if wake == .ended { state.pending = .ended }
            return waiter
        }
        waiter?.resume(returning: wake)
    }

    func end() { wake(.ended) }
}
