/// What changes in the life of a server.
struct ServerState {
    var phase = Phase.idle
    var daemon: Daemon?
    var inFlight = 0
    /// Requests whose handlers are at work, by number.
    var running: [UInt64: Running] = [:]
    /// By the number of the exchange.
    var streams: [UInt64: OpenStream] = [:]
    var exchangeCount: UInt64 = 0
    /// What the system's limit of files leaves of the configuration's.
    var connectionsMax = 0
    var streamsMax = 0
    /// From start to stop.
    var watch: DisconnectWatch?

    enum Phase {
        /// `starting`: between the check and the daemon. `stopping`: no new requests. `closing`: no handler may begin.
        case idle, starting, running, stopping, closing, stopped
    }

    /// Counts the exchange no longer.
    mutating func dismiss(_ exchange: Exchange) {
        endFlight(of: exchange)
        exchange.share.bodyStream.release()
    }

    /// Counts it no longer among the requests in flight.
    mutating func endFlight(of exchange: Exchange) {
        if exchange.isAdmitted { inFlight -= 1 }
        exchange.share.request.release()
        exchange.isAdmitted = false
    }
}

/// A request whose handler is at work.
struct Running {
    let exchange: Exchange
    let task: Task<Void, Never>
}

/// `@unchecked Sendable`: libmicrohttpd locks its daemon itself, and only one call of `stop` ever gets to stop it.
struct Daemon: @unchecked Sendable {
    let pointer: OpaquePointer
}
