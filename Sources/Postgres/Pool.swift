import Dispatch
import Synchronization

/// A bounded number of sessions for asynchronous code, shared fairly between owners.
///
/// Each session has a thread-safe queue of its own, so that libpq blocks a thread of Dispatch and never one of
/// Swift's cooperative threads. A caller that finds no free session waits in a bounded queue. One owner uses at most half
/// of the sessions; a free session goes to the waiting owners in turn. Callers without an owner, which only look up who
/// asks, have a session that owners leave to them.
public final class Pool: Sendable {
    private let configuration: Configuration
    private let turns: FairTurns
    /// Slots that no caller has taken.
    private let idle = Mutex<[Slot]>([])

    public struct Configuration: Sendable {
        public var conninfo: String
        /// Sessions at once.
        public var sessionsMax: Int
        /// Callers that wait for a session at once; more are turned away.
        public var waitersMax: Int
        /// Callers of one owner that wait for a session at once; more are turned away.
        public var waitersPerOwnerMax: Int
        /// Runs in each new session before it is used.
        public var configure: @Sendable (Session) throws -> Void

        /// 8: four for each of two busy owners.
        public static let sessionsMaxDefault = 8
        /// 512: two owners with as many waiting callers as they may have.
        public static let waitersMaxDefault = 2 * waitersPerOwnerMaxDefault
        /// 256: two hundred dashboards of one owner ask together and all get their answers.
        public static let waitersPerOwnerMaxDefault = 256

        public init(
            conninfo: String, sessionsMax: Int = Self.sessionsMaxDefault, waitersMax: Int = Self.waitersMaxDefault,
            waitersPerOwnerMax: Int = Self.waitersPerOwnerMaxDefault,
            configure: @escaping @Sendable (Session) throws -> Void = { _ in }
        ) {
            self.conninfo = conninfo
            self.sessionsMax = max(1, sessionsMax)
            self.waitersMax = waitersMax
            self.waitersPerOwnerMax = waitersPerOwnerMax
            self.configure = configure
        }

        /// Sessions that one owner uses at once: half of all, at least 1.
        public var sessionsPerOwnerMax: Int { max(1, sessionsMax / 2) }
        /// Sessions that all owners use at once: all but one, at least 1.
        public var sessionsOfOwnersMax: Int { max(1, sessionsMax - 1) }
        /// Sessions that callers without an owner use at once: a quarter of all, at least 1.
        public var sessionsOfServiceMax: Int { max(1, sessionsMax / 4) }
    }

    /// Why the pool has no session to give.
    public typealias Failure = FairTurns.Failure

    /// A session and its queue; only code on the queue touches `session`.
    private final class Slot: @unchecked Sendable {
        // @unchecked: `session` is read and written on `queue` alone, by the one caller that has taken the slot.
        let queue = DispatchQueue(label: "healthstore.session")
        var session: Session?
    }

    public init(_ configuration: Configuration) {
        self.configuration = configuration
        turns = FairTurns(
            FairTurns.Limits(
                turnsMax: configuration.sessionsMax, turnsPerOwnerMax: configuration.sessionsPerOwnerMax,
                turnsOfOwnersMax: configuration.sessionsOfOwnersMax,
                turnsOfServiceMax: configuration.sessionsOfServiceMax, waitersMax: configuration.waitersMax,
                waitersPerOwnerMax: configuration.waitersPerOwnerMax))
    }

    /// Runs `body` with a session, on a thread that may block.
    ///
    /// A session that the server has ended meanwhile is replaced; one that comes back in the middle of a
    /// transaction, or broken, is closed.
    ///
    /// If the task is cancelled, the running statement is cancelled and an open transaction is rolled back. A `body` that
    /// returns all the same has its value returned.
    ///
    /// - Parameter owner: whose share of the sessions is used, a person's number; nil for the service itself, only for
    ///   statements that take no longer than the look-up of a row.
    /// - Throws: `Failure`, `PostgresError`, what `body` throws, or `CancellationError` if the task was cancelled.
    public func withSession<Value: Sendable>(
        for owner: Int32? = nil, _ body: @escaping @Sendable (Session) throws -> Value
    ) async throws -> Value {
        try await turns.take(for: owner)
        let slot = idle.withLock { $0.popLast() } ?? Slot()
        defer {
            idle.withLock { $0.append(slot) }
            turns.giveBack(from: owner)
        }
        let call = SessionCall()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                slot.queue.async { [configuration] in
                    continuation.resume(with: Result { try Pool.run(body, in: slot, call, configuration) })
                }
            }
        } onCancel: {
            call.cancel()
        }
    }

    private static func run<Value>(
        _ body: (Session) throws -> Value, in slot: Slot, _ call: SessionCall, _ configuration: Configuration
    ) throws -> Value {
        try call.check()
        let session: Session
        if let existing = slot.session, existing.isUsable {
            session = existing
        } else {
            session = try Session(conninfo: configuration.conninfo)
            try configuration.configure(session)
        }
        slot.session = session
        defer {
            call.end(session)
            if !session.isIdle { slot.session = nil }
        }
        do {
            try call.begin(session)
            return try body(session)
        } catch {
            if let error = error as? PostgresError, error.isConnectionLost { slot.session = nil }
            // The statement's own error says only that it was cancelled.
            throw call.isCancelled ? CancellationError() : error
        }
    }

    /// How many callers wait for a session, for tests.
    public var waiterCount: Int { turns.waiterCount }

    /// Closes the pool: callers who wait are still served, new ones are not, and it returns when every session is closed.
    public func close() async {
        await turns.close()
        idle.withLock { $0 = [] }
    }
}
