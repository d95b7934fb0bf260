import CMicroHTTPD
import Dispatch
import Glibc
import Synchronization

/// An HTTP/1.1 server over libmicrohttpd.
///
/// libmicrohttpd's threads read requests and write responses. A handler is a task that begins on
/// the connection's thread. When it waits for the first time, the connection is suspended, and the
/// handler continues on Swift's cooperative threads. It must not block, and must not compute for
/// long before it waits, because the thread serves other connections, too. If a client disconnects,
/// the server cancels the task unless `Route.outlivesClient` is true.
///
/// A started server stays in memory until it is stopped. All methods may be called from any thread.
public final class HTTPServer: Sendable {
    let configuration: HTTPServerConfiguration
    let router: Router
    let log: @Sendable (HTTPAccess) -> Void
    let connections: ConnectionTable
    let lingering = LingeringClose()
    let budgets: ShareBudgets
    let state = Mutex(ServerState())
    /// The certificate of new connections. Nil for a server without TLS.
    let certificate: Mutex<ServerCertificate?>

    /// Creates a server, which does nothing before `start`.
    ///
    /// - Parameter log: called on a network thread, once per request, when the response is sent or
    ///   the client has disconnected. It must not block. libmicrohttpd itself answers requests with
    ///   unreadable header fields, and these are not logged.
    /// - Parameter displaced: called at most once a minute, with the number of connections that
    ///   were closed to make room since the last call. It must not block.
    public init(
        configuration: HTTPServerConfiguration, router: Router, displaced: @escaping @Sendable (Int) -> Void = { _ in },
        log: @escaping @Sendable (HTTPAccess) -> Void
    ) {
        self.configuration = configuration
        self.router = router
        self.log = log
        certificate = Mutex(configuration.certificate)
        connections = ConnectionTable(configuration, displaced: displaced)
        budgets = ShareBudgets(configuration)
    }

    /// Listens and begins to serve requests. Makes the process ignore SIGPIPE.
    ///
    /// - Returns: the port on which the server listens.
    /// - Throws: `HTTPServerError`.
    public func start() throws(HTTPServerError) -> UInt16 {
        try configuration.check()
        let isFirst = state.withLock { state in
            defer { if state.phase == .idle { state.phase = .starting } }
            return state.phase == .idle
        }
        guard isFirst else {
            throw HTTPServerError(code: .alreadyStarted, message: "server was started before")
        }
        do {
            let watch = try DisconnectWatch { [weak self] in self?.clientLeft($0, isReset: $1) }
            let connectionsMax = max(
                configuration.threads, FileLimit.raise(forConnections: configuration.connectionsMax))
            connections.accept(connectionsMax)
            state.withLock { state in
                state.watch = watch
                // One connection in six is reserved for requests. The default limits have the same
                // ratio.
                state.streamsMax = min(configuration.streamsMax, max(1, connectionsMax / 6 * 5))
            }
            let listener = try Listener.open(host: configuration.host, port: configuration.port)
            signal(SIGPIPE, SIG_IGN)
            try startDaemon(listener.socket, connectionsMax)
            return listener.port
        } catch {
            state.withLock { state in
                state.phase = .idle
                state.watch?.cancel()
                state.watch = nil
            }
            throw error
        }
    }

    private func startDaemon(_ listener: CInt, _ connectionsMax: Int) throws(HTTPServerError) {
        // The daemon retains the server until `stop` has stopped it.
        let context = Unmanaged.passRetained(self)
        let daemon = state.withLock { state -> Daemon? in
            // The daemon starts under the lock, so that the first request already finds the phase
            // `running`.
            let pointer = MHD_start_on_listening_socket(
                listener, UInt32(configuration.threads), UInt32(connectionsMax),
                UInt32(configuration.connectionIdleTimeout), HTTPServerConfiguration.connectionMemoryBytes,
                context.toOpaque(), requestBegan, requestAdvanced, requestEnded,
                connectionChanged, requestRefused, configuration.certificate != nil)
            state.daemon = pointer.map(Daemon.init)
            if state.daemon != nil { state.phase = .running }
            return state.daemon
        }
        guard daemon != nil else {
            // The listener stays open. libmicrohttpd closes it in some failures and does not report
            // in which. A second `close` could close another file of the process.
            context.release()
            throw HTTPServerError(code: .cannotStart, message: "could not start the network threads")
        }
    }

    /// Prepares the stop of one of several servers behind a proxy, so that no client gets an error.
    ///
    /// For `time`, the server still accepts connections and answers all requests, and closes the
    /// connection after each answer. Meanwhile the proxy finds out that the server stops. After
    /// that, the server refuses new connections, answers the requests of those that it has
    /// accepted, and returns when all are closed or after a second. `stop` ends what is left.
    public func drain(for time: Duration) async {
        let daemon = state.withLock { state -> Daemon? in
            guard state.phase == .running else { return nil }
            state.phase = .draining
            return state.daemon
        }
        guard let daemon else { return }
        try? await Task.sleep(for: time)
        closeListener(daemon, acceptsWaiting: true)
        let end = ContinuousClock.now + Self.farewellTime
        await wait(until: end) { [connections] _ in connections.counts.open == 0 }
    }

    /// Accepts no more connections. Returns without effect if that was done before.
    ///
    /// - Parameter acceptsWaiting: true to accept the connections that clients have opened and the
    ///   daemon has not accepted yet. The system breaks them otherwise.
    private func closeListener(_ daemon: Daemon, acceptsWaiting: Bool) {
        guard state.withLock({ $0.closedListener < 0 && [.draining, .stopping].contains($0.phase) }) else { return }
        let listener = MHD_quiesce_daemon(daemon.pointer)
        guard listener >= 0 else { return }
        if acceptsWaiting { MHD_accept_waiting(daemon.pointer, listener) }
        // The shutdown refuses clients that would otherwise wait for a connection.
        shutdown(listener, CInt(SHUT_RDWR))
        state.withLock { $0.closedListener = listener }
    }

    /// Stops the server gracefully, then by force.
    ///
    /// Accepts no more connections and responds to new requests with `.stopping`. Cancels the
    /// producers of streams at once. Waits until requests in flight are answered and streams have
    /// ended. After `limit`, or when the calling task is cancelled, it cancels handlers that still
    /// run, sends `.stopping` to their clients, discards their results and breaks streams.
    ///
    /// Returns when all connections are closed. A second call returns when the first does. Does
    /// nothing if the server is not running.
    public func stop(within limit: Duration) async {
        let daemon = state.withLock { state -> Daemon? in
            guard state.phase.admitsRequests else { return nil }
            state.phase = .stopping
            return state.daemon
        }
        guard let daemon else {
            await wait(until: nil) { $0.phase != .stopping && $0.phase != .closing }
            return
        }
        closeListener(daemon, acceptsWaiting: false)
        endStreams()
        await wait(until: .now + limit) { $0.inFlight == 0 && $0.streams.isEmpty }
        abandonRequests()
        abandonStreams()
        await wait(until: .now + Self.farewellTime) { $0.inFlight == 0 && $0.streams.isEmpty }
        // `MHD_stop_daemon` joins the daemon's threads, so it must not block a cooperative thread.
        await DispatchQueue.global().run { MHD_stop_daemon(daemon.pointer) }
        // The socket must stay open until the daemon is stopped.
        let listener = state.withLock { $0.closedListener }
        if listener >= 0 { close(listener) }
        lingering.closeAll()
        state.withLock { state in
            state.phase = .stopped
            state.daemon = nil
            state.watch?.cancel()
            state.watch = nil
        }
        Unmanaged.passUnretained(self).release()
    }

    /// The time for which a stopping server waits for clients to receive the last responses. 1
    /// second.
    static let farewellTime = Duration.seconds(1)

    /// The interval at which a stopping server checks whether it is done. 5 milliseconds.
    private static let stopPollInterval = Duration.milliseconds(5)

    private func wait(until end: ContinuousClock.Instant?, _ isDone: (borrowing ServerState) -> Bool) async {
        while !state.withLock({ isDone($0) }) {
            if let end, ContinuousClock.now >= end { return }
            do { try await Task.sleep(for: Self.stopPollInterval) } catch { return }
        }
    }

    /// Aborts every request whose handler runs, and prevents further handlers from starting.
    /// Resumes the connections of these requests, because libmicrohttpd cannot stop with suspended
    /// connections.
    private func abandonRequests() {
        let abandoned = state.withLock { state in
            state.phase = .closing
            defer { state.running = [:] }
            for exchange in state.running.values where exchange.isOrphaned { state.dismiss(exchange) }
            return Array(state.running.values)
        }
        for exchange in abandoned { exchange.abandon() }
    }

    // MARK: For the callbacks

    /// Counts the request as in flight, or returns the reason for refusing it. If there are too
    /// many, the request replaces one of a slow client that is not authenticated.
    func admit(_ exchange: Exchange) -> HTTPFailure? {
        state.withLock { state in
            guard state.phase.admitsRequests else { return .stopping }
            guard state.inFlight < configuration.requestsInFlightMax || connections.displaceRequest() else {
                return .overloaded
            }
            state.inFlight += 1
            exchange.isAdmitted = true
            return nil
        }
    }

    /// True if responses must close their connections.
    var isStopping: Bool { state.withLock { $0.phase != .running } }

    /// Starts the task of the handler, and returns when the handler waits or has ended. Sets the
    /// exchange's refusal instead if the server is closing.
    func begin(_ exchange: Exchange) {
        guard var request = exchange.head else { return }
        exchange.isBegun = true
        let match = exchange.match
        request.limits = BodyLimits(
            bytesMax: configuration.bodyBytesMax, decodedBytesMax: configuration.decodedBodyBytesMax)
        request.stream = HTTPBodyStream(exchange, exchange.framing.coding)
        request.exchange = exchange
        // All connections wait for this lock, so system calls and the new task come after it.
        let (isBegun, mustLook) = state.withLock { state in
            guard state.phase != .closing else { return (false, false) }
            state.handlerCount += 1
            exchange.number = state.handlerCount
            state.running[exchange.number] = exchange
            let mustLook = !state.isLookDue
            state.isLookDue = true
            return (true, mustLook)
        }
        guard isBegun else {
            exchange.refusal = .stopping
            return
        }
        exchange.run(
            Task.immediate { [request] in finish(exchange, with: await respond(to: request, exchange, match)) })
        if mustLook { watchWaiting() }
    }

    /// The interval at which the server looks for requests that still wait, to watch for their
    /// clients' disconnection. Most requests are answered sooner, and need no watch. 20
    /// milliseconds.
    private static let lookInterval = DispatchTimeInterval.milliseconds(20)

    /// Watches for disconnected clients as long as handlers run.
    private func watchWaiting() {
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.lookInterval) { [weak self] in
            guard let self else { return }
            let (running, watch) = state.withLock { state in
                state.isLookDue = !state.running.isEmpty
                return (Array(state.running.values), state.watch)
            }
            guard let watch, !running.isEmpty else { return }
            for exchange in running { exchange.beginWatch(watch) }
            watchWaiting()
        }
    }

    /// Calls the handler, after the body has arrived if its route reads it whole.
    private func respond(to request: HTTPRequest, _ exchange: Exchange, _ match: Router.Match) async -> HTTPResponse {
        do throws(HTTPFailure) {
            if case .whole = match.route?.body { try await request.stream.gather(bytesMax: request.limits.bytesMax) }
        } catch {
            return router.failureResponse(error, request)
        }
        exchange.state.withLock { $0.route = match.route?.template }
        return await router.respond(to: request, by: match)
    }

    /// Sends the response, unless a stopping server has already resumed the connection.
    private func finish(_ exchange: Exchange, with made: HTTPResponse) {
        var response = made
        if let refusal = exchange.share.holdResponse(made.body.count), let head = exchange.head {
            response = router.failureResponse(refusal, head)
        }
        let isExpected = state.withLock { state in
            guard state.running.removeValue(forKey: exchange.number) != nil else { return false }
            // A connection does not count as in flight while it only waits for an unwanted body.
            if exchange.isOrphaned || exchange.state.withLock({ $0.stage == .head }) { state.dismiss(exchange) }
            return true
        }
        if isExpected { exchange.finish(response) }
    }

    /// Counts the body as streamed, which means that the handler reads it in pieces.
    ///
    /// - Throws: `.overloaded` or `.ownerOverloaded`.
    func admitBodyStream(_ exchange: Exchange) throws(HTTPFailure) {
        let refusal = state.withLock { _ in exchange.isAdmitted ? exchange.share.bodyStream.hold(1) : .overloaded }
        if let refusal { throw refusal }
    }

    /// Ends the exchange. If its handler still runs, marks the exchange as orphaned instead.
    func connectionEnded(_ exchange: Exchange) {
        state.withLock { state in
            if state.running[exchange.number] != nil {
                exchange.isOrphaned = true
            } else {
                state.dismiss(exchange)
            }
        }
    }

    /// The numbers of requests in flight and of running handlers. Only tests read them.
    var load: (inFlight: Int, suspended: Int) { state.withLock { ($0.inFlight, $0.running.count) } }

    /// The number of streamed bodies. Only tests read it.
    var bodyStreamCount: Int { budgets.bodyStreams.held }

    /// Uses another certificate for new connections. Open connections keep theirs. Does nothing for
    /// a server that was configured without a certificate.
    public func replaceCertificate(by new: ServerCertificate) {
        certificate.withLock { if $0 != nil { $0 = new } }
    }

    /// The time at which the certificate of new connections expires, in seconds since 1970. Nil
    /// without TLS.
    public var certificateExpiry: Int? { certificate.withLock { $0?.expiry } }

    /// True if only programs on the same machine can connect.
    public var isLoopback: Bool { configuration.isLoopback }

    /// The number of requests that are being received or answered. Open streams are not included.
    public var requestsInFlight: Int { state.withLock { $0.inFlight } }

    /// The number of open streams.
    public var streamCount: Int { state.withLock { $0.streams.count } }
}
