import CMicroHTTPD
import Dispatch
import Glibc
import Synchronization

/// An HTTP/1.1 server over libmicrohttpd.
///
/// libmicrohttpd's threads read requests and write responses; handlers run as tasks on Swift's cooperative threads while
/// the connection is suspended. The task of a handler whose client leaves is cancelled, unless its route says otherwise.
///
/// A started server lives until it is stopped. All methods may be called from any thread.
public final class HTTPServer: Sendable {
    let configuration: HTTPServerConfiguration
    let router: Router
    let log: @Sendable (HTTPAccess) -> Void
    let clock: TransferClock
    let lingering = LingeringClose()
    let budgets: ShareBudgets
    let state = Mutex(ServerState())

    /// - Parameter log: called once for each request when its response is sent or its client has left, on a network
    ///   thread; must not block. Requests whose header fields cannot be read are answered by libmicrohttpd and not
    ///   logged.
    public init(
        configuration: HTTPServerConfiguration, router: Router, log: @escaping @Sendable (HTTPAccess) -> Void
    ) {
        self.configuration = configuration
        self.router = router
        self.log = log
        clock = TransferClock(configuration)
        budgets = ShareBudgets(configuration)
    }

    /// Listens and begins to answer. Also sets the signal SIGPIPE of the process to be ignored.
    ///
    /// - Returns: the port.
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
            let connections = max(configuration.threads, FileLimit.raise(forConnections: configuration.connectionsMax))
            state.withLock { state in
                state.watch = watch
                state.connectionsMax = connections
                // One connection of six is left for requests, as it is with the default limits.
                state.streamsMax = min(configuration.streamsMax, max(1, connections / 6 * 5))
            }
            let listener = try Listener.open(host: configuration.host, port: configuration.port)
            signal(SIGPIPE, SIG_IGN)
            try startDaemon(listener.socket, connections)
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

    private func startDaemon(_ listener: CInt, _ connections: Int) throws(HTTPServerError) {
        // The daemon holds the server until `stop` has stopped it.
        let context = Unmanaged.passRetained(self)
        let daemon = state.withLock { state -> Daemon? in
            // Under the lock, so that the first request already finds the phase `running`.
            let pointer = MHD_start_on_listening_socket(
                listener, UInt32(configuration.threads), UInt32(connections),
                UInt32(configuration.connectionIdleTimeout), HTTPServerConfiguration.connectionMemoryBytes,
                context.toOpaque(), requestBegan, requestAdvanced, requestEnded,
                connectionChanged)
            state.daemon = pointer.map(Daemon.init)
            if state.daemon != nil { state.phase = .running }
            return state.daemon
        }
        guard daemon != nil else {
            // The listener stays open: libmicrohttpd closes it in some failures and does not tell in which, and to close
            // it twice could hit another file of the process.
            context.release()
            throw HTTPServerError(code: .cannotStart, message: "could not start the network threads")
        }
    }

    /// Stops: accepts no more connections, answers new requests on open ones by `.stopping`, and waits until those in
    /// flight are answered and streams have ended, whose producers are cancelled at once. After `limit`, or when the calling task is cancelled, the tasks of handlers still at work
    /// are cancelled and their clients get `.stopping`; the results of these handlers are dropped. Streams are broken.
    ///
    /// Returns when all connections are closed. A second call waits for the first. Does nothing on a server that does
    /// not run.
    public func stop(within limit: Duration) async {
        let daemon = state.withLock { state -> Daemon? in
            guard state.phase == .running else { return nil }
            state.phase = .stopping
            return state.daemon
        }
        guard let daemon else {
            await wait(until: nil) { $0.phase != .stopping && $0.phase != .closing }
            return
        }
        let listener = MHD_quiesce_daemon(daemon.pointer)
        // The socket must not be closed before the daemon is stopped; after the shutdown no client waits on it.
        if listener >= 0 { shutdown(listener, CInt(SHUT_RDWR)) }
        endStreams()
        await wait(until: .now + limit) { $0.inFlight == 0 && $0.streams.isEmpty }
        abandonRequests()
        abandonStreams()
        await wait(until: .now + Self.farewellTime) { $0.inFlight == 0 && $0.streams.isEmpty }
        await withCheckedContinuation { done in
            // Joins the daemon's threads, so not on a cooperative thread.
            DispatchQueue.global().async {
                MHD_stop_daemon(daemon.pointer)
                if listener >= 0 { close(listener) }
                done.resume()
            }
        }
        lingering.closeAll()
        state.withLock { state in
            state.phase = .stopped
            state.daemon = nil
            state.watch?.cancel()
            state.watch = nil
        }
        Unmanaged.passUnretained(self).release()
    }

    /// How long a stopping server gives the last responses to reach their clients: 1 second.
    static let farewellTime = Duration.seconds(1)

    /// How often a stopping server looks whether it is done: each 5 milliseconds.
    private static let stopPollInterval = Duration.milliseconds(5)

    private func wait(until end: ContinuousClock.Instant?, _ isDone: (borrowing ServerState) -> Bool) async {
        while !state.withLock({ isDone($0) }) {
            if let end, ContinuousClock.now >= end { return }
            do { try await Task.sleep(for: Self.stopPollInterval) } catch { return }
        }
    }

    /// Breaks off every request whose handler is at work and resumes its connection, as libmicrohttpd cannot be stopped with
    /// any suspended, and lets no handler begin from now on.
    private func abandonRequests() {
        let abandoned = state.withLock { state in
            state.phase = .closing
            defer { state.running = [:] }
            for running in state.running.values where running.exchange.isOrphaned { state.dismiss(running.exchange) }
            return Array(state.running.values)
        }
        for running in abandoned {
            running.exchange.abandon()
            running.task.cancel()
        }
    }

    // MARK: What the callbacks need

    /// Counts the request among those in flight, or says why it may not be.
    func admit(_ exchange: Exchange) -> HTTPFailure? {
        state.withLock { state in
            guard state.phase == .running else { return .stopping }
            guard state.inFlight < configuration.requestsInFlightMax else { return .overloaded }
            state.inFlight += 1
            exchange.isAdmitted = true
            return nil
        }
    }

    /// Whether responses should end their connections.
    var isStopping: Bool { state.withLock { $0.phase != .running } }

    /// Suspends the connection and lets the router answer in a task. Sets the refusal of the exchange instead where the
    /// server is about to close.
    func begin(_ exchange: Exchange, _ connection: Connection) {
        guard var request = exchange.head else { return }
        exchange.isBegun = true
        let match = exchange.match
        request.limits = BodyLimits(match.body, configuration)
        request.stream = HTTPBodyStream(exchange, exchange.framing.coding)
        request.exchange = exchange
        let isBegun = state.withLock { state in
            guard state.phase != .closing else { return false }
            exchange.state.withLock { exchange.suspend(connection, &$0) }
            let task = Task { [request] in
                finish(exchange, with: await respond(to: request, exchange, match))
            }
            state.running[exchange.number] = Running(exchange: exchange, task: task)
            return true
        }
        if !isBegun { exchange.refusal = .stopping }
    }

    /// Lets the handler answer, once the body is here where its route wants it whole.
    private func respond(to request: HTTPRequest, _ exchange: Exchange, _ match: Router.Match) async -> HTTPResponse {
        do throws(HTTPBodyError) {
            if case .whole = match.body { try await request.stream.gather(bytesMax: request.limits.bytesMax) }
        } catch {
            return router.failureResponse(error.failure, request)
        }
        exchange.state.withLock { $0.route = match.template }
        return await router.respond(to: request, by: match)
    }

    /// Gives the response to the connection, unless a stopping server has already resumed it.
    private func finish(_ exchange: Exchange, with made: HTTPResponse) {
        var response = made
        if let refusal = exchange.share.holdResponse(made.body.count), let head = exchange.head {
            response = router.failureResponse(HTTPFailure(refusal), head)
        }
        let isExpected = state.withLock { state in
            guard state.running.removeValue(forKey: exchange.number) != nil else { return false }
            // One that only waits for a body that nobody wants takes no place.
            if exchange.isOrphaned || exchange.state.withLock({ $0.stage == .head }) { state.dismiss(exchange) }
            return true
        }
        if isExpected { exchange.finish(response) }
    }

    /// Counts the body among those that are streamed.
    ///
    /// - Throws: `.overloaded`, `.ownerOverloaded`.
    func admitBodyStream(_ exchange: Exchange) throws(HTTPBodyError) {
        let refusal = state.withLock { _ in exchange.isAdmitted ? exchange.share.bodyStream.hold(1) : .overloaded }
        if let refusal { throw HTTPBodyError(refusal) }
    }

    /// The exchange is over, unless its handler is still at work.
    func connectionEnded(_ exchange: Exchange) {
        state.withLock { state in
            if state.running[exchange.number] != nil {
                exchange.isOrphaned = true
            } else {
                state.dismiss(exchange)
            }
        }
    }

    /// How many requests are in flight and how many handlers at work, for tests.
    var load: (inFlight: Int, suspended: Int) { state.withLock { ($0.inFlight, $0.running.count) } }

    /// How many bodies are streamed, for tests.
    var bodyStreamCount: Int { budgets.bodyStreams.held }

    /// Whether only programs of the same machine can connect.
    public var isLoopback: Bool { configuration.isLoopback }

    /// How many requests are received or answered now; streams are not counted.
    public var requestsInFlight: Int { state.withLock { $0.inFlight } }

    /// How many streams are open.
    public var streamCount: Int { state.withLock { $0.streams.count } }

    /// How many connections a started server takes: fewer than its configuration says where the system does not let the
    /// process open as many files. 0 before the start.
    public var connectionsMax: Int { state.withLock { $0.connectionsMax } }
}
