import Synchronization

/// A semaphore that owners share fairly. A caller holds a turn between `take` and `giveBack`, and
/// an owner is a number that its callers pass. Turns and waiting callers are limited in number.
///
/// Each owner holds at most `turnsPerOwnerMax` turns. A free turn goes to the waiting owners in
/// rotation, regardless of how many callers of each owner wait. Callers without an owner work for
/// the service itself. They go before owners, up to `turnsOfServiceMax` turns. All methods may be
/// called from any thread. A waiting caller blocks no thread.
public final class FairTurns: Sendable {
    /// Bounds of turns and of waiting callers.
    public struct Limits: Sendable {
        /// Turns held at once, 1 or more.
        public var turnsMax: Int
        /// Turns of one owner, 1 or more.
        public var turnsPerOwnerMax: Int
        /// Turns of all owners together, 1 or more.
        public var turnsOfOwnersMax: Int
        /// Turns of callers without an owner, 1 or more.
        public var turnsOfServiceMax: Int
        /// Waiting callers. A further caller is refused.
        public var waitersMax: Int
        /// Waiting callers of one owner. A further caller is refused.
        public var waitersPerOwnerMax: Int

        public init(
            turnsMax: Int, turnsPerOwnerMax: Int, turnsOfOwnersMax: Int, turnsOfServiceMax: Int, waitersMax: Int,
            waitersPerOwnerMax: Int
        ) {
            self.turnsMax = max(1, turnsMax)
            self.turnsPerOwnerMax = max(1, turnsPerOwnerMax)
            self.turnsOfOwnersMax = max(1, turnsOfOwnersMax)
            self.turnsOfServiceMax = max(1, turnsOfServiceMax)
            self.waitersMax = waitersMax
            self.waitersPerOwnerMax = waitersPerOwnerMax
        }
    }

    /// The reason why a caller gets no turn.
    public enum Failure: Error, Hashable, Sendable {
        /// `waitersMax` callers are waiting.
        case overloaded
        /// `waitersPerOwnerMax` callers of the owner are waiting.
        case ownerOverloaded
        /// `close` has been called.
        case closed
    }

    private let limits: Limits
    private let state = Mutex(State())

    public init(_ limits: Limits) {
        self.limits = limits
    }

    /// Waits for a turn. `giveBack` ends the turn.
    ///
    /// - Parameter owner: nil for the service itself.
    /// - Throws: `Failure`, or `CancellationError` if the task is cancelled before it gets a turn.
    public func take(for owner: Int32?) async throws {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: Waiter.Continuation) in
                let outcome = state.withLock { state -> Result<Void, any Error>? in
                    // If the task is cancelled after this check, `onCancel` removes the waiter from
                    // its queue.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    return state.enter(Waiter(number: number, continuation: continuation), owner, limits)
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            let waiter = state.withLock { $0.removeWaiter(number, owner) }
            waiter?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Ends a turn.
    ///
    /// - Parameter owner: the owner that `take` received.
    public func giveBack(from owner: Int32?) {
        let (granted, closers) = state.withLock { state in
            state.giveBack(owner)
            return (state.grant(limits), state.takeClosers())
        }
        for waiter in granted { waiter.continuation.resume() }
        for closer in closers { closer.resume() }
    }

    /// Refuses new callers and returns when every turn has ended. Callers that are already waiting
    /// still get their turns.
    public func close() async {
        await withCheckedContinuation { continuation in
            let closers = state.withLock { state in
                state.isClosed = true
                state.closers.append(continuation)
                return state.takeClosers()
            }
            for closer in closers { closer.resume() }
        }
    }

    /// The number of waiting callers.
    public var waiterCount: Int { state.withLock { $0.waiterCount } }

    /// The use of the turns, for monitoring.
    public struct Use: Sendable {
        /// Turns that callers hold.
        public var held = 0
        /// Callers that wait for a turn.
        public var waiting = 0
        /// Callers that got a turn after a wait, since the start, and the sum of their waits.
        public var waitCount: UInt64 = 0
        public var waited = Duration.zero
    }

    public var use: Use {
        state.withLock {
            Use(held: $0.held, waiting: $0.waiterCount, waitCount: $0.waitCount, waited: $0.waited)
        }
    }
}

private struct Waiter {
    typealias Continuation = CheckedContinuation<Void, any Error>

    let number: UInt64
    let continuation: Continuation
    let start = ContinuousClock.now
}

/// The state that the lock of `FairTurns` guards.
private struct State {
    /// Turns held by all callers.
    private(set) var held = 0
    /// The number and the sum of the waits that ended with a turn.
    private(set) var waitCount: UInt64 = 0
    private(set) var waited = Duration.zero
    /// Owners that hold a turn or wait for a turn. Nil is the service.
    private var owners: [Int32?: Owner] = [:]
    /// Owners with waiting callers. The next free turn goes to the first that is below its limit.
    private var order: [Int32?] = []
    private(set) var waiterCount = 0
    var lastNumber: UInt64 = 0
    var isClosed = false
    var closers: [CheckedContinuation<Void, Never>] = []

    struct Owner {
        var held = 0
        var waiters: [Waiter] = []
    }

    /// Gives the caller a turn or refuses it. Returns nil if the caller must wait.
    mutating func enter(
        _ waiter: Waiter, _ owner: Int32?, _ limits: FairTurns.Limits
    ) -> Result<Void, any Error>? {
        guard !isClosed else { return .failure(FairTurns.Failure.closed) }
        if isFree(for: owner, limits) {
            hold(owner)
            return .success(())
        }
        guard waiterCount < limits.waitersMax else { return .failure(FairTurns.Failure.overloaded) }
        let waiting = owners[owner]?.waiters.count ?? 0
        guard owner == nil || waiting < limits.waitersPerOwnerMax else {
            return .failure(FairTurns.Failure.ownerOverloaded)
        }
        owners[owner, default: Owner()].waiters.append(waiter)
        if waiting == 0 { putInOrder(owner) }
        waiterCount += 1
        return nil
    }

    /// Gives free turns to waiting callers.
    mutating func grant(_ limits: FairTurns.Limits) -> [Waiter] {
        var granted: [Waiter] = []
        while let waiter = nextWaiter(limits) {
            waitCount += 1
            waited += ContinuousClock.now - waiter.start
            granted.append(waiter)
        }
        return granted
    }

    private mutating func nextWaiter(_ limits: FairTurns.Limits) -> Waiter? {
        guard let index = order.firstIndex(where: { isFree(for: $0, limits) }) else { return nil }
        let owner = order.remove(at: index)
        guard let waiter = owners[owner]?.waiters.removeFirst() else { return nil }
        if owners[owner]?.waiters.isEmpty == false { putInOrder(owner) }
        hold(owner)
        waiterCount -= 1
        return waiter
    }

    private func isFree(for owner: Int32?, _ limits: FairTurns.Limits) -> Bool {
        guard held < limits.turnsMax else { return false }
        let heldByService = owners[Int32?.none]?.held ?? 0
        guard owner != nil else { return heldByService < limits.turnsOfServiceMax }
        return held - heldByService < limits.turnsOfOwnersMax && owners[owner]?.held ?? 0 < limits.turnsPerOwnerMax
    }

    /// Callers of the service come before those of an owner.
    private mutating func putInOrder(_ owner: Int32?) {
        order.insert(owner, at: owner == nil ? 0 : order.count)
    }

    private mutating func hold(_ owner: Int32?) {
        held += 1
        owners[owner, default: Owner()].held += 1
    }

    mutating func giveBack(_ owner: Int32?) {
        held -= 1
        owners[owner]?.held -= 1
        forget(owner)
    }

    mutating func removeWaiter(_ number: UInt64, _ owner: Int32?) -> Waiter? {
        guard let index = owners[owner]?.waiters.firstIndex(where: { $0.number == number }),
            let waiter = owners[owner]?.waiters.remove(at: index)
        else { return nil }
        waiterCount -= 1
        if owners[owner]?.waiters.isEmpty == true { order.removeAll { $0 == owner } }
        forget(owner)
        return waiter
    }

    /// Removes an owner that neither holds a turn nor waits for a turn.
    private mutating func forget(_ owner: Int32?) {
        if let known = owners[owner], known.held == 0, known.waiters.isEmpty { owners[owner] = nil }
    }

    mutating func takeClosers() -> [CheckedContinuation<Void, Never>] {
        guard isClosed, held == 0, waiterCount == 0 else { return [] }
        defer { closers = [] }
        return closers
    }
}
