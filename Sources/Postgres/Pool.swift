import Dispatch
import Synchronization

/// A bounded number of sessions for asynchronous code. Owners, which are people, share the sessions
/// fairly.
///
/// Each session has its own serial Dispatch queue, because libpq blocks the calling thread. So it
/// never blocks one of Swift's cooperative threads. A caller that finds no free session waits in a
/// bounded queue. One owner uses at most half of the sessions. A free session goes to the waiting
/// owners in rotation. Callers without an owner have a session that owners cannot take, except in
/// a pool of one session. The service uses it to identify the client of a request.
public final class Pool: Sendable {
    private let configuration: Configuration
    private let turns: FairTurns
    /// Sessions that no caller uses. `turns` limits the number of sessions.
    private let idle = Mutex<[PooledSession]>([])
    private let openCount = OpenCount()

    public struct Configuration: Sendable {
        public var database: Database
        /// Sessions used at once, 1 or more.
        public var sessionsMax: Int
        /// Callers that wait for a session. A further caller is refused.
        public var waitersMax: Int
        /// Callers of one owner that wait for a session. A further caller is refused.
        public var waitersPerOwnerMax: Int
        /// Runs in each new session before its first use.
        public var configure: @Sendable (Session) throws -> Void

        /// 8, four for each of two busy owners.
        public static let sessionsMaxDefault = 8
        /// 512, enough for two owners that each have the maximum of waiting callers.
        public static let waitersMaxDefault = 2 * waitersPerOwnerMaxDefault
        /// 256. Two hundred dashboards of one owner may send queries at once.
        public static let waitersPerOwnerMaxDefault = 256

        public init(
            database: Database, sessionsMax: Int = Self.sessionsMaxDefault, waitersMax: Int = Self.waitersMaxDefault,
            waitersPerOwnerMax: Int = Self.waitersPerOwnerMaxDefault,
            configure: @escaping @Sendable (Session) throws -> Void = { _ in }
        ) {
            self.database = database
            self.sessionsMax = max(1, sessionsMax)
            self.waitersMax = waitersMax
            self.waitersPerOwnerMax = waitersPerOwnerMax
            self.configure = configure
        }

        /// The number of sessions that one owner uses at once. Half of all, at least 1.
        public var sessionsPerOwnerMax: Int { max(1, sessionsMax / 2) }
        /// The number of sessions that all owners use at once. All but one, at least 1.
        public var sessionsOfOwnersMax: Int { max(1, sessionsMax - 1) }
        /// The number of sessions that callers without an owner use at once. A quarter of all, at
        /// least 1.
        public var sessionsOfServiceMax: Int { max(1, sessionsMax / 4) }
    }

    /// The reason why the pool refuses a caller.
    public typealias Failure = FairTurns.Failure

    /// A session and its queue.
    private final class PooledSession: @unchecked Sendable {
        // @unchecked: `session` is accessed only on `queue`, by the one caller that has taken this
        // object.
        let queue = DispatchQueue(label: "healthstore.session")
        var session: Session? {
            didSet { openCount.change(from: oldValue != nil, to: session != nil) }
        }
        private let openCount: OpenCount

        init(_ openCount: OpenCount) { self.openCount = openCount }
    }

    /// The number of open sessions.
    private final class OpenCount: Sendable {
        let value = Atomic(0)

        func change(from wasOpen: Bool, to isOpen: Bool) {
            guard wasOpen != isOpen else { return }
            value.add(isOpen ? 1 : -1, ordering: .relaxed)
        }
    }

    public var database: Database { configuration.database }

    public init(_ configuration: Configuration) {
        self.configuration = configuration
        turns = FairTurns(
            FairTurns.Limits(
                turnsMax: configuration.sessionsMax, turnsPerOwnerMax: configuration.sessionsPerOwnerMax,
                turnsOfOwnersMax: configuration.sessionsOfOwnersMax,
                turnsOfServiceMax: configuration.sessionsOfServiceMax, waitersMax: configuration.waitersMax,
                waitersPerOwnerMax: configuration.waitersPerOwnerMax))
    }

    /// Runs `body` with a session, on a thread that it may block.
    ///
    /// Replaces a session that the server has ended. After `body`, closes a session that is broken
    /// or inside a transaction.
    ///
    /// Cancelling the task cancels the running statement and rolls back an open transaction. If
    /// `body` returns a value after the cancellation, the method returns that value.
    ///
    /// - Parameter owner: the number of the person whose limit applies. Pass nil only for the
    ///   service itself, and only for statements as short as the look-up of a row.
    /// - Throws: `Failure`, `PostgresError`, errors of `body`, or `CancellationError` if the task
    ///   was cancelled.
    public func withSession<Value: Sendable>(
        for owner: Int32? = nil, _ body: @escaping @Sendable (Session) throws -> Value
    ) async throws -> Value {
        try await turns.take(for: owner)
        let pooled = idle.withLock { $0.popLast() } ?? PooledSession(openCount)
        defer {
            idle.withLock { $0.append(pooled) }
            turns.giveBack(from: owner)
        }
        let call = SessionCall()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                pooled.queue.async { [configuration] in
                    continuation.resume(with: Result { try Pool.run(body, in: pooled, call, configuration) })
                }
            }
        } onCancel: {
            call.cancel()
        }
    }

    private static func run<Value>(
        _ body: (Session) throws -> Value, in pooled: PooledSession, _ call: SessionCall, _ configuration: Configuration
    ) throws -> Value {
        try call.check()
        let session: Session
        if let existing = pooled.session, existing.isUsable {
            session = existing
        } else {
            session = try configuration.database.open()
            try configuration.configure(session)
        }
        pooled.session = session
        defer {
            call.end(session)
            if !session.isIdle { pooled.session = nil }
        }
        do {
            try call.begin(session)
            return try body(session)
        } catch {
            if let error = error as? PostgresError, error.isConnectionLost { pooled.session = nil }
            // The statement's own error says only that the statement was cancelled.
            throw call.isCancelled ? CancellationError() : error
        }
    }

    /// The number of sessions that may be used at once.
    public var sessionsMax: Int { configuration.sessionsMax }

    /// The number of open sessions, idle ones included.
    public var sessionCount: Int { openCount.value.load(ordering: .relaxed) }

    /// The sessions in use, and the callers that wait for a session.
    public var use: FairTurns.Use { turns.use }

    /// The number of callers that wait for a session. Only tests read it.
    public var waiterCount: Int { turns.waiterCount }

    /// Refuses new callers, and serves callers that are already waiting. Returns when every session
    /// is closed.
    public func close() async {
        await turns.close()
        let closing = idle.withLock { sessions in
            defer { sessions = [] }
            return sessions
        }
        // libpq closes a connection on the thread that frees the session.
        for pooled in closing {
            await withCheckedContinuation { continuation in
                pooled.queue.async {
                    pooled.session = nil
                    continuation.resume()
                }
            }
        }
    }
}
