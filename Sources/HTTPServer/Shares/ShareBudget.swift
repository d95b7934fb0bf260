import Synchronization

/// Limits how much of one resource the requests in flight use together. The resource is the
/// requests themselves, streamed bodies, open streams or bytes of memory. One limit applies to all
/// requests, a second one to the requests of each owner. An owner is what a request is counted for,
/// such as a person.
public final class ShareBudget: Sendable {
    /// The reason why a request may not use more: `overloaded` or `ownerOverloaded`.
    public typealias Refusal = HTTPFailure

    private let max: Int
    private let perOwnerMax: Int
    private let state = Mutex(State())

    private struct State {
        var held = 0
        /// The amounts that owners use. Owners that use nothing have no entry.
        var heldByOwner: [Int32: Int] = [:]
    }

    public init(max: Int, perOwnerMax: Int) {
        self.max = max
        self.perOwnerMax = perOwnerMax
    }

    /// The amount that all requests use. Only tests read it.
    var held: Int { state.withLock { $0.held } }

    /// Returns the amount that an owner uses.
    public func held(by owner: Int32) -> Int { state.withLock { $0.heldByOwner[owner] ?? 0 } }

    /// The number of owners that use an amount. Only tests read it.
    var ownerCount: Int { state.withLock { $0.heldByOwner.count } }

    fileprivate func take(_ amount: Int, for owner: Int32?) -> Refusal? {
        state.withLock { state in
            let known = owner.flatMap { state.heldByOwner[$0] } ?? 0
            // The owner's limit is checked first, because it is the more specific reason.
            if owner != nil, amount > perOwnerMax - known { return .ownerOverloaded }
            guard amount <= max - state.held else { return .overloaded }
            if let owner { state.heldByOwner[owner] = known + amount }
            state.held += amount
            return nil
        }
    }

    /// Counts an amount towards an owner. The total includes it already.
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

/// The amount of a budget that one request uses until it releases the amount or is deallocated.
public final class Reservation: Sendable {
    private let budget: ShareBudget
    /// The amount that a request may use without counting towards the budget.
    private let freeAmount: Int
    private let state = Mutex(State())

    private struct State {
        var taken = 0
        var owner: Int32?
    }

    public init(_ budget: ShareBudget, freeAmount: Int = 0) {
        self.budget = budget
        self.freeAmount = freeAmount
    }

    deinit { release() }

    /// Grows the reservation to a total amount. A smaller amount changes nothing.
    ///
    /// - Returns: nil if it succeeds, else the reason. In that case the reservation is unchanged.
    public func hold(_ amount: Int) -> ShareBudget.Refusal? {
        state.withLock { state in
            let more = amount - freeAmount - state.taken
            guard more > 0 else { return nil }
            if let refusal = budget.take(more, for: state.owner) { return refusal }
            state.taken += more
            return nil
        }
    }

    /// Counts the reserved amount, and amounts that it grows by later, towards an owner. Does
    /// nothing if an owner is already assigned.
    ///
    /// - Returns: nil if it succeeds, else the reason. In that case no owner is assigned.
    public func assign(to owner: Int32) -> ShareBudget.Refusal? {
        state.withLock { state in
            guard state.owner == nil else { return nil }
            if let refusal = budget.assign(state.taken, to: owner) { return refusal }
            state.owner = owner
            return nil
        }
    }

    /// Gives the amount back. A second call has no effect.
    public func release() {
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
        // The per-owner limit is the only limit here. `HTTPServer.admit` limits the requests of all
        // owners.
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
    /// The number of first bytes of each request's body that do not count. So a few clients with
    /// large bodies cannot block clients with small bodies. The limit of requests in flight also
    /// limits these bytes. 1 MiB.
    static let freeBodyBytes = 1024 * 1024

    /// The length up to which the body of a response does not count. libmicrohttpd copies such a
    /// body, so that the service can free its own at once. The copy usually fits into the system's
    /// socket buffer, so a slow client does not keep it in memory. 64 KiB.
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

    /// Counts the exchange and its reservations towards an owner.
    ///
    /// - Returns: nil if it succeeds, else the reason. In that case some reservations may already
    ///   count towards the owner, until they are released.
    func assign(to owner: Int32) -> ShareBudget.Refusal? {
        if let refusal = request.assign(to: owner) ?? request.hold(1) { return refusal }
        return body.assign(to: owner) ?? bodyStream.assign(to: owner) ?? response.assign(to: owner)
    }

    /// Reserves the bytes of a response's body if it is longer than `freeResponseBytes`.
    func holdResponse(_ bytes: Int) -> ShareBudget.Refusal? {
        bytes > Self.freeResponseBytes ? response.hold(bytes) : nil
    }
}

extension HTTPRequest {
    /// Counts the request, its body and its response towards the limits of one owner, such as a
    /// person. The response counts until it is sent. The request and its body count until then at
    /// the latest.
    ///
    /// Call it when the handler has authenticated the request, and so identified the owner. A later
    /// call has no effect after a successful one. A request that was not received by a server does
    /// not count.
    ///
    /// - Throws: `HTTPFailure` `ownerOverloaded` if the owner has reached a limit.
    public func assign(to owner: Int32) throws(HTTPFailure) {
        recordAuthentication()
        if let refusal = exchange?.share.assign(to: owner) { throw refusal }
    }

    /// Records that the request was authenticated, which a request without an owner may be, too.
    /// From then on, its connection counts no longer as one of `unauthenticatedConnectionsMax`.
    public func recordAuthentication() { exchange?.authenticate() }
}
