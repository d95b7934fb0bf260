import Synchronization

/// How many bytes of bodies all requests together hold in memory.
final class BodyBudget: Sendable {
    private let bytesMax: Int
    private let heldBytes = Mutex(0)

    init(bytesMax: Int) {
        self.bytesMax = bytesMax
    }

    /// How many bytes are held, for tests.
    var held: Int { heldBytes.withLock { $0 } }

    fileprivate func take(_ bytes: Int) -> Bool {
        heldBytes.withLock { held in
            guard bytes <= bytesMax - held else { return false }
            held += bytes
            return true
        }
    }

    fileprivate func giveBack(_ bytes: Int) {
        heldBytes.withLock { $0 -= bytes }
    }
}

/// One request's part of the budget, until it is let go.
final class BodyReservation: Sendable {
    /// What each request may hold without asking: the number of requests in flight bounds that. So a few clients that send
    /// large bodies cannot keep out those that send small ones. 1 MiB.
    static let freeBytes = 1024 * 1024

    private let budget: BodyBudget
    private let taken = Mutex(0)

    init(_ budget: BodyBudget) {
        self.budget = budget
    }

    deinit { budget.giveBack(taken.withLock { $0 }) }

    /// Makes the reservation large enough for so many bytes in total; it never shrinks.
    ///
    /// - Returns: false where there is no room, and nothing was changed.
    func hold(_ bytes: Int) -> Bool {
        taken.withLock { taken in
            let more = bytes - Self.freeBytes - taken
            guard more > 0 else { return true }
            guard budget.take(more) else { return false }
            taken += more
            return true
        }
    }
}
