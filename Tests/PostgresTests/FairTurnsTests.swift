import TestSupport
import Testing

@testable import Postgres

@Suite struct FairTurnsTests {
    @Test("an owner gets no more turns than its share, and another owner gets one at once")
    func share() async throws {
        let turns = turns(max: 4, perOwner: 2, ofOwners: 3)
        for _ in 0..<2 { try await turns.take(for: 1) }
        let third = Task { try await turns.take(for: 1) }
        try await waiters(1, of: turns)
        // If one of these waited, the test would hang.
        try await turns.take(for: 2)
        try await turns.take(for: nil)
        #expect(turns.waiterCount == 1)
        #expect(turns.use.held == 4 && turns.use.waitCount == 0)
        turns.giveBack(from: 1)
        try await third.value
        #expect(turns.use.held == 4 && turns.use.waiting == 0)
        #expect(turns.use.waitCount == 1 && turns.use.waited > .zero)
    }

    @Test("owners leave a turn to callers without an owner")
    func service() async throws {
        let turns = turns(max: 4, perOwner: 4, ofOwners: 3)
        for _ in 0..<3 { try await turns.take(for: 1) }
        let fourth = Task { try await turns.take(for: 2) }
        try await waiters(1, of: turns)
        try await turns.take(for: nil)
        turns.giveBack(from: nil)
        #expect(turns.waiterCount == 1)
        turns.giveBack(from: 1)
        try await fourth.value
    }

    @Test("free turns go to the waiting owners in rotation, not in the order of the callers")
    func roundRobin() async throws {
        let turns = turns(max: 1, perOwner: 1, ofOwners: 1)
        try await turns.take(for: 1)
        let served = Recorder<Int32>()
        let callers: [Int32] = [1, 1, 1, 2, 2, 3]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, owner) in callers.enumerated() {
                group.addTask {
                    try await turns.take(for: owner)
                    served.add(owner)
                    turns.giveBack(from: owner)
                }
                try await waiters(index + 1, of: turns)
            }
            turns.giveBack(from: 1)
            try await group.waitForAll()
        }
        #expect(served.all == [1, 2, 3, 1, 2, 1])
    }

    @Test("an owner with too many waiting callers is refused, and another still waits")
    func bounds() async throws {
        let turns = turns(max: 1, perOwner: 1, ofOwners: 1, waiters: 3, perOwnerWaiters: 2)
        try await turns.take(for: 1)
        let waiting = (0..<2).map { _ in Task { try await turns.take(for: 1) } }
        try await waiters(2, of: turns)
        await #expect(throws: FairTurns.Failure.ownerOverloaded) { try await turns.take(for: 1) }
        let other = Task { try await turns.take(for: 2) }
        try await waiters(3, of: turns)
        await #expect(throws: FairTurns.Failure.overloaded) { try await turns.take(for: 3) }
        for task in waiting + [other] { task.cancel() }
        for task in waiting + [other] { await #expect(throws: CancellationError.self) { try await task.value } }
        #expect(turns.waiterCount == 0)
        turns.giveBack(from: 1)
        try await turns.take(for: 3)
    }

    @Test("an owner whose only waiting caller is cancelled holds up no other owner")
    func cancelledWaiter() async throws {
        let turns = turns(max: 1, perOwner: 1, ofOwners: 1)
        try await turns.take(for: 1)
        let cancelled = Task { try await turns.take(for: 2) }
        try await waiters(1, of: turns)
        let next = Task { try await turns.take(for: 3) }
        try await waiters(2, of: turns)
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        turns.giveBack(from: 1)
        try await waiters(0, of: turns)
        try await next.value
        #expect(turns.use.held == 1)
    }

    @Test("closing waits until every turn has ended, and serves waiting callers")
    func close() async throws {
        let turns = turns(max: 1, perOwner: 1, ofOwners: 1)
        try await turns.take(for: 1)
        let waiting = Task { try await turns.take(for: 2) }
        try await waiters(1, of: turns)
        async let closed: Void = turns.close()
        turns.giveBack(from: 1)
        try await waiting.value
        turns.giveBack(from: 2)
        await closed
        await #expect(throws: FairTurns.Failure.closed) { try await turns.take(for: 1) }
    }

    private func turns(
        max: Int, perOwner: Int, ofOwners: Int, waiters: Int = 100, perOwnerWaiters: Int = 100
    ) -> FairTurns {
        FairTurns(
            FairTurns.Limits(
                turnsMax: max, turnsPerOwnerMax: perOwner, turnsOfOwnersMax: ofOwners, turnsOfServiceMax: 1,
                waitersMax: waiters, waitersPerOwnerMax: perOwnerWaiters))
    }

    private func waiters(_ count: Int, of turns: FairTurns) async throws {
        try await wait(for: "\(count) callers wait") { turns.waiterCount == count }
    }
}
