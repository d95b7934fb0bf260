import Synchronization

/// A limit on what requests hold: their number, streamed bodies, or bytes of memory. One
/// limit applies to all requests, one to those of each owner.
final class ShareBudget: Sendable {
    /// The reason why a request may not hold more.
    enum Refusal: Hashable, Sendable {
        /// All requests together have reached the limit.
        case overloaded
        /// The owner's requests have reached the limit of one owner.
        case ownerOverloaded
    }

    private let max: Int
    private let perOwnerMax: Int
    private let state = Mutex(State())

    private struct State {
        var held = 0
        /// Amounts of owners that hold any.
        var heldByOwner: [Int32: Int] = [:]
    }

    init(max: Int, perOwnerMax: Int) {
        self.max = max
        self.perOwnerMax = perOwnerMax
    }

    /// The amount held. Only tests read it.
    var held: Int { state.withLock { $0.held } }

    /// The number of owners that hold an amount. Only tests read it.
    var ownerCount: Int { state.withLock { $0.heldByOwner.count } }

    fileprivate func take(_ amount: Int, for owner: Int32?) -> Refusal? {
        state.withLock { state in
            let known = owner.flatMap { state.heldByOwner[$0] } ?? 0
            // The owner's limit is checked first: it is the more specific reason.
            if owner != nil, amount > perOwnerMax - known { return .ownerOverloaded }
            guard amount <= max - state.held else { return .overloaded }
            if let owner { state.heldByOwner[owner] = known + amount }
            state.held += amount
            return nil
        }
    }

    /// Also counts an amount, which is already counted in the total, towards an owner.
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

/// The amount of a budget that one request holds, until it is released.
final class Reservation: Sendable {
    private let budget: ShareBudget
    /// The amount that a request may hold before anything is counted.
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

    /// Grows the reservation to a total amount. It never shrinks.
    ///
    /// - Returns: nil if it succeeds, else the reason; then the reservation is unchanged.
    func hold(_ amount: Int) -> ShareBudget.Refusal? {
        state.withLock { state in
            let more = amount - freeAmount - state.taken
            guard more > 0 else { return nil }
            if let refusal = budget.take(more, for: state.owner) { return refusal }
            state.taken += more
            return nil
        }
    }

    /// Counts the reservation, now and later, as an owner's. Only the first call has an effect.
    ///
    /// - Returns: nil if it succeeds, else the reason; then the reservation is unchanged.
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

/// The budgets that all exchanges of a server share.
struct ShareBudgets: Sendable {
    let requests: ShareBudget
    let bodies: ShareBudget
    let bodyStreams: ShareBudget
    let responses: ShareBudget

    init(_ configuration: HTTPServerConfiguration) {
        // The server itself counts the requests of all owners.
        requests = ShareBudget(max: .max, perOwnerMax: configuration.requestsPerOwnerMax)
        bodies = ShareBudget(
            max: configuration.bodyBytesInFlightMax, perOwnerMax: configuration.bodyBytesPerOwnerMax)
        bodyStreams = ShareBudget(
            max: configuration.bodyStreamsMax, perOwnerMax: configuration.bodyStreamsPerOwnerMax)
        responses = ShareBudget(
            max: configuration.responseBytesInFlightMax, perOwnerMax: configuration.responseBytesPerOwnerMax)
    }
}

/// The reservations of one exchange.
struct ExchangeShare: Sendable {
    /// The first bytes of a request's body, which do not count: the number of requests in flight
    /// bounds them. So a few clients with large bodies cannot block clients with small ones. 1 MiB.
    static let freeBodyBytes = 1024 * 1024

    /// Bodies of responses up to this length are not counted. libmicrohttpd copies them. It fits
    /// into the system's socket buffer, so a slow client does not keep it in memory. 64 KiB.
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

    /// Counts the exchange and its reservations as an owner's.
    ///
    /// - Returns: nil if it succeeds, else the reason.
    func assign(to owner: Int32) -> ShareBudget.Refusal? {
        if let refusal = request.assign(to: owner) ?? request.hold(1) { return refusal }
        return body.assign(to: owner) ?? bodyStream.assign(to: owner) ?? response.assign(to: owner)
    }

    /// Reserves the bytes of a response's body.
    func holdResponse(_ bytes: Int) -> ShareBudget.Refusal? {
        bytes > Self.freeResponseBytes ? response.hold(bytes) : nil
    }
}

/// The owner's requests in flight, or their bytes in memory, have reached the limit of one owner.
/// If a handler rethrows it, the server responds with `HTTPFailure.ownerOverloaded`.
public struct HTTPOwnerOverloaded: Error, Hashable, Sendable {}

extension HTTPRequest {
    /// Counts the request, its body and its response as an owner's, until the response is sent.
    ///
    /// Call it when the handler has identified the owner. A request that was not received by a
    /// server does not count.
    ///
    /// - Throws: `HTTPOwnerOverloaded` if the owner has reached its limit.
    public func assign(to owner: Int32) throws(HTTPOwnerOverloaded) {
        if exchange?.share.assign(to: owner) != nil { throw HTTPOwnerOverloaded() }
    }
}
