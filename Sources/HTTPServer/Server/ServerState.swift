/// The changing state of a server.
struct ServerState {
    var phase = Phase.idle
    var daemon: Daemon?
    /// The socket of a listener that accepts no more. -1 while it accepts.
    var closedListener: CInt = -1
    var inFlight = 0
    /// Requests whose handlers run, keyed by their number.
    var running: [UInt64: Exchange] = [:]
    /// Open streams, keyed by the number of their `Exchange`.
    var streams: [UInt64: OpenStream] = [:]
    /// The number of handlers that have begun.
    var handlerCount: UInt64 = 0
    var streamsMax = 0
    /// The watch for disconnected clients. It exists from start to stop.
    var watch: DisconnectWatch?
    /// True if the server will look for waiting requests to watch.
    var isLookDue = false

    enum Phase {
        /// `starting` lasts until the daemon runs. In `draining`, the server answers requests and
        /// closes their connections. In `stopping`, the server refuses new requests. In `closing`,
        /// no handler may begin.
        case idle, starting, running, draining, stopping, closing, stopped

        var admitsRequests: Bool { self == .running || self == .draining }
    }

    /// Removes the exchange from the counts of requests in flight and of streamed bodies.
    mutating func dismiss(_ exchange: Exchange) {
        endFlight(of: exchange)
        exchange.share.bodyStream.release()
    }

    /// Removes the exchange from the count of requests in flight.
    mutating func endFlight(of exchange: Exchange) {
        if exchange.isAdmitted { inFlight -= 1 }
        exchange.share.request.release()
        exchange.isAdmitted = false
    }
}

/// `@unchecked Sendable`: libmicrohttpd locks its daemon itself, and only one call of `stop` stops
/// the daemon.
struct Daemon: @unchecked Sendable {
    let pointer: OpaquePointer
}
