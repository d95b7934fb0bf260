import Synchronization

/// A bound on an amount that requests hold: requests themselves, streamed bodies, or bytes. One for all requests, one for
/// those of each owner.
final class ShareBudget: Sendable {
    /// Why a request may hold no more.
    enum Refusal: Hashable, Sendable {
        /// All requests together hold as much as they may.
        case overloaded
        /// The owner's requests do.
        case ownerOverloaded
    }

    private let max: Int
    private let perOwnerMax: Int
    private let state = Mutex(State())

    private struct State {
        var held = 0
        /// Of owners that hold something.
        var heldByOwner: [Int32: Int] = [:]
    }

    init(max: Int, perOwnerMax: Int) {
        self.max = max
        self.perOwnerMax = perOwnerMax
    }

    /// How much is held, for tests.
    var held: Int { state.withLock { $0.held } }

    /// How many owners hold something, for tests.
    var ownerCount: Int { state.withLock { $0.heldByOwner.count } }

    fileprivate func take(_ amount: Int, for owner: Int32?) -> Refusal? {
        state.withLock { state in
            let known = owner.flatMap { state.heldByOwner[$0] } ?? 0
            // The owner's share first: it says more.
            if owner != nil, amount > perOwnerMax - known { return .ownerOverloaded }
            guard amount <= max - state.held else { return .overloaded }
            if let owner { state.heldByOwner[owner] = known + amount }
            state.held += amount
            return nil
        }
    }

    /// Counts an amount that is held already among that of an owner.
    fileprivate func assign(_ amount: Int, to owner: Int32) -> Refusal? {
        state.withLock { state in
            let known = state.heldByOwner[owner] ?? 0
            guard amount <= perOwnerMax - known else { return .ownerOverloaded }
            if amount > 0 { state.heldByOwner[owner] = known + amount }
            return nil
        }
    }

    fileprivate func giveBack(_ amount: Int, from owner: Int32?) {
        guard amount > 0 else { return }
        state.withLock { state in
            state.held -= amount
            guard let owner, let known = state.heldByOwner[owner] else { return }
            state.heldByOwner[owner] = known > amount ? known - amount : nil
        }
    }
}

/// What one request holds of a budget, until it is released.
final class Reservation: Sendable {
    private let budget: ShareBudget
    /// How much the request may hold without its being counted.
    private let freeAmount: Int
    private let state = Mutex(State())

    private struct State {
        var taken = 0
        var owner: Int32?
    }

    init(_ budget: ShareBudget, freeAmount: Int = 0) {
        self.budget = budget
        self.freeAmount = freeAmount
    }

    deinit { release() }

    /// Makes the reservation large enough for an amount in total; it never shrinks.
    ///
    /// - Returns: nil if it is; else why not, and nothing was changed.
    func hold(_ amount: Int) -> ShareBudget.Refusal? {
        state.withLock { state in
            let more = amount - freeAmount - state.taken
            guard more > 0 else { return nil }
            if let refusal = budget.take(more, for: state.owner) { return refusal }
            state.taken += more
            return nil
        }
    }

    /// Counts what is held, now and later, among that of an owner. Only the first call counts.
    ///
    /// - Returns: nil if it does; else why not, and nothing was changed.
    func assign(to owner: Int32) -> ShareBudget.Refusal? {
        state.withLock { state in
            guard state.owner == nil else { return nil }
            if let refusal = budget.assign(state.taken, to: owner) { return refusal }
            state.owner = owner
            return nil
        }
    }

    func release() {
        state.withLock { state in
            budget.giveBack(state.taken, from: state.owner)
            state.taken = 0
        }
    }
}

/// The bounds that all exchanges of a server share.
struct ShareBudgets: Sendable {
    let requests: ShareBudget
    let bodies: ShareBudget
    let bodyStreams: ShareBudget
    let responses: ShareBudget

    init(_ configuration: HTTPServerConfiguration) {
        // The server counts the requests of all owners itself.
        requests = ShareBudget(max: .max, perOwnerMax: configuration.requestsPerOwnerMax)
        bodies = ShareBudget(
            max: configuration.bodyBytesInFlightMax, perOwnerMax: configuration.bodyBytesPerOwnerMax)
        bodyStreams = ShareBudget(
            max: configuration.bodyStreamsMax, perOwnerMax: configuration.bodyStreamsPerOwnerMax)
        responses = ShareBudget(
            max: configuration.responseBytesInFlightMax, perOwnerMax: configuration.responseBytesPerOwnerMax)
    }
}

/// What one exchange holds of these bounds.
struct ExchangeShare: Sendable {
    /// The first bytes of a request's body, which are not counted: the number of requests in flight bounds them. So a few
    /// clients with large bodies cannot keep out clients with small ones. 1 MiB.
    static let freeBodyBytes = 1024 * 1024

    /// The longest body of a response that is not counted, and that libmicrohttpd copies: it fits into the system's socket
    /// buffer, so that the client's pace does not matter. 64 KiB.
    static let freeResponseBytes = 64 * 1024

    let request: Reservation
    let body: Reservation
    let bodyStream: Reservation
    let response: Reservation

    init(_ budgets: ShareBudgets) {
        request = Reservation(budgets.requests)
        body = Reservation(budgets.bodies, freeAmount: Self.freeBodyBytes)
        bodyStream = Reservation(budgets.bodyStreams)
        response = Reservation(budgets.responses)
    }

    /// Counts the exchange and what it holds among those of an owner.
    ///
    /// - Returns: nil if it does; else why not.
    func assign(to owner: Int32) -> ShareBudget.Refusal? {
        if let refusal = request.assign(to: owner) ?? request.hold(1) { return refusal }
        return body.assign(to: owner) ?? bodyStream.assign(to: owner) ?? response.assign(to: owner)
    }

    /// Counts the body of a response.
    func holdResponse(_ bytes: Int) -> ShareBudget.Refusal? {
        bytes > Self.freeResponseBytes ? response.hold(bytes) : nil
    }
}

/// The owner of a request has as many requests in flight, or bytes in memory, as one owner may. A handler that lets it
/// through answers by `HTTPFailure.ownerOverloaded`.
public struct HTTPOwnerOverloaded: Error, Hashable, Sendable {}

extension HTTPRequest {
    /// Counts the request, its body and its response among those of an owner, until the response is sent.
    ///
    /// Called once the handler knows for whom it works. A request that is no server's is not counted.
    /// - Throws: `HTTPOwnerOverloaded` where that is more than one owner may have.
    public func assign(to owner: Int32) throws(HTTPOwnerOverloaded) {
        if exchange?.share.assign(to: owner) != nil { throw HTTPOwnerOverloaded() }
    }
}
