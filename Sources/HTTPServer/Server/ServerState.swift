/// The changing state of a server.
struct ServerState {
    var phase = Phase.idle
    var daemon: Daemon?
    var inFlight = 0
    /// Requests whose handlers run, by the number of the exchange.
    var running: [UInt64: Running] = [:]
    /// Open streams, by the number of the exchange.
    var streams: [UInt64: OpenStream] = [:]
    var exchangeCount: UInt64 = 0
    /// The configuration's number of connections, reduced by the system's limit of open files.
    var connectionsMax = 0
    var streamsMax = 0
    /// Exists from start to stop.
    var watch: DisconnectWatch?

    enum Phase {
        /// `starting`: between the check and the daemon. `stopping`: no new requests. `closing`: no
        /// handler may begin.
        case idle, starting, running, stopping, closing, stopped
    }

    /// Ends all counts of the exchange.
    mutating func dismiss(_ exchange: Exchange) {
        endFlight(of: exchange)
        exchange.share.bodyStream.release()
    }

    /// Ends its count among the requests in flight.
    mutating func endFlight(of exchange: Exchange) {
        if exchange.isAdmitted { inFlight -= 1 }
        exchange.share.request.release()
        exchange.isAdmitted = false
    }
}

/// A request whose handler runs.
struct Running {
    let exchange: Exchange
    let task: Task<Void, Never>
}

/// `@unchecked Sendable`: libmicrohttpd locks its daemon itself, and one call of `stop` stops it.
struct Daemon: @unchecked Sendable {
    let pointer: OpaquePointer
}
