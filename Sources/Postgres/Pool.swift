import Dispatch
import Foundation
import Synchronization

/// A bounded number of sessions for asynchronous code.
///
/// Each session has a thread-safe queue of its own, so that libpq blocks a thread of Dispatch and never one of
/// Swift's cooperative threads. Who finds every session in use waits in a queue that is bounded, too.
public final class Pool: Sendable {
    private let configuration: Configuration
    private let state = Mutex(State())

    public struct Configuration: Sendable {
        public var conninfo: String
        /// Sessions at once.
        public var sessionsMax = 8
        /// Callers that wait for a session at once; more are turned away.
        public var waitersMax = 256
        /// Runs in each new session before it is used.
        public var configure: @Sendable (Session) throws -> Void

        public init(
            conninfo: String, sessionsMax: Int = 8, waitersMax: Int = 256,
            configure: @escaping @Sendable (Session) throws -> Void = { _ in }
        ) {
            self.conninfo = conninfo
            self.sessionsMax = max(1, sessionsMax)
            self.waitersMax = waitersMax
            self.configure = configure
        }
    }

    /// Why the pool has no session to give.
    public enum Failure: Error, Sendable {
        /// `waitersMax` callers wait already.
        case overloaded
        case closed
    }

    /// A session and its queue; only code on the queue touches `session`.
    private final class Slot: @unchecked Sendable {
        // @unchecked: `session` is read and written on `queue` alone, and whoever has taken the slot is alone there.
        let queue = DispatchQueue(label: "healthstore.session")
        var session: Session?
    }

    private struct State {
        var idle: [Slot] = []
        var count = 0
        var waiters: [CheckedContinuation<Slot, any Error>] = []
        var firstWaiter = 0
        var isClosed = false
        var closers: [CheckedContinuation<Void, Never>] = []

        var waiterCount: Int { waiters.count - firstWaiter }

        mutating func nextWaiter() -> CheckedContinuation<Slot, any Error>? {
            guard firstWaiter < waiters.count else { return nil }
            defer {
                firstWaiter += 1
                if firstWaiter == waiters.count {
                    waiters.removeAll(keepingCapacity: true)
                    firstWaiter = 0
                }
            }
            return waiters[firstWaiter]
        }
    }

    public init(_ configuration: Configuration) {
        self.configuration = configuration
    }

    /// Runs `body` with a session, on a thread that may block.
    ///
    /// A session that the server has ended meanwhile is replaced; one that comes back in the middle of a
    /// transaction, or broken, is closed. Callers are served in the order in which they came.
    /// - Throws: `Failure`, `PostgresError`, or what `body` throws.
    public func withSession<Value: Sendable>(
        _ body: @escaping @Sendable (Session) throws -> Value
    ) async throws -> Value {
        let slot = try await takeSlot()
        defer { giveBack(slot) }
        return try await withCheckedThrowingContinuation { continuation in
            slot.queue.async { [configuration] in
                continuation.resume(with: Swift.Result { try Pool.run(body, in: slot, configuration) })
            }
        }
    }

    private static func run<Value>(
        _ body: (Session) throws -> Value, in slot: Slot, _ configuration: Configuration
    ) throws -> Value {
        let session: Session
        if let existing = slot.session, existing.isUsable {
            session = existing
        } else {
            session = try Session(conninfo: configuration.conninfo)
            try configuration.configure(session)
        }
        slot.session = session
        defer { if !session.isIdle { slot.session = nil } }
        do {
            return try body(session)
        } catch let error as PostgresError where error.isConnectionLost {
            slot.session = nil
            throw error
        }
    }

    private func takeSlot() async throws -> Slot {
        try await withCheckedThrowingContinuation { continuation in
            let outcome: Swift.Result<Slot, any Error>? = state.withLock { state in
                if state.isClosed { return .failure(Failure.closed) }
                if let slot = state.idle.popLast() { return .success(slot) }
                if state.count < configuration.sessionsMax {
                    state.count += 1
                    return .success(Slot())
                }
                guard state.waiterCount < configuration.waitersMax else { return .failure(Failure.overloaded) }
                state.waiters.append(continuation)
                return nil
            }
            if let outcome { continuation.resume(with: outcome) }
        }
    }

    private func giveBack(_ slot: Slot) {
        let (waiter, closers) = state.withLock {
            state -> (CheckedContinuation<Slot, any Error>?, [CheckedContinuation<Void, Never>]) in
            if let waiter = state.nextWaiter() { return (waiter, []) }
            guard state.isClosed else {
                state.idle.append(slot)
                return (nil, [])
            }
            state.count -= 1
            guard state.count == 0 else { return (nil, []) }
            defer { state.closers = [] }
            return (nil, state.closers)
        }
        waiter?.resume(returning: slot)
        for closer in closers { closer.resume() }
    }

    /// Closes the pool: callers who wait are still served, new ones are not, and it returns when every session is closed.
    public func close() async {
        await withCheckedContinuation { continuation in
            let isDone = state.withLock { state in
                state.isClosed = true
                state.count -= state.idle.count
                state.idle = []
                if state.count > 0 { state.closers.append(continuation) }
                return state.count == 0
            }
            if isDone { continuation.resume() }
        }
    }
}
