// Imported also for SHUT_RDWR. Swift assigns an enumerator to the first module whose header
// declares it.
import CMicroHTTPD
import Dispatch
import Glibc
import Synchronization

/// The open connections. Closes those that are too slow although bytes arrive within the idle time,
/// and the ones that have waited longest if there are too many.
///
/// A timer checks all connections periodically, so that no connection needs its own timer.
///
/// - The head of a request must arrive within a time limit. The limit begins when the connection is
///   opened, before a TLS handshake. On a kept connection it begins when the previous response was
///   sent, and is longer by the idle time.
/// - The body must arrive within a further limit, which begins at the end of the head.
/// - A transfer is a streamed request body or a response. It has no time limit but a lowest rate.
///   Each byte moves its deadline forward, to at most one window from now. libmicrohttpd does not
///   report the bytes of a short response, so that one must be sent within the window.
///
/// A new connection is never refused, because clients that open connections and send nothing would
/// then lock out all others. It replaces the connection for whose client the server has waited
/// longest. An honest client sends its request at once, so its connection is not that one.
///
/// Times are in nanoseconds. A search among a thousand connections takes some microseconds with
/// integers, and ten times as long with `ContinuousClock.Instant`.
final class ConnectionTable: Sendable {
    private struct Entry {
        /// The network whose connections are limited together. Nil for the peers of
        /// `HTTPServerConfiguration.isShared`.
        let network: NetworkAddress?
        /// Nil while the server does not wait for the client.
        var deadline: Deadline?
    }

    private struct Deadline {
        var time: Int
        let start = ConnectionTable.now
        var kind: Kind
        /// The time left when the deadline was stopped. Nil while the deadline runs.
        var left: Int?

        enum Kind { case head, body, transfer }
    }

    /// The connections, keyed by socket.
    private struct State {
        /// Those on which no request was authenticated.
        var unauthenticated: [CInt: Entry] = [:]
        var authenticated: [CInt: Entry] = [:]
        var connectionsMax = 0
        /// The number of connections that were closed to make room.
        var displacedCount = 0
        /// `displacedCount` of the last report, and its time.
        var reported = (count: 0, time: Int?.none)

        subscript(socket: CInt) -> Entry? {
            get { unauthenticated[socket] ?? authenticated[socket] }
            set {
                if authenticated[socket] != nil {
                    authenticated[socket] = newValue
                } else {
                    unauthenticated[socket] = newValue
                }
            }
        }

        /// Closes the connection for whose client the server has waited longest.
        ///
        /// - Returns: false if the server waits for no client of these connections.
        @discardableResult
        mutating func displace(
            isAuthenticated: Bool = false, where mayClose: (Entry) -> Bool = { _ in true }
        ) -> Bool {
            var longest: (socket: CInt, start: Int)?
            for (socket, entry) in isAuthenticated ? authenticated : unauthenticated {
                guard let deadline = entry.deadline, deadline.left == nil, mayClose(entry) else { continue }
                if deadline.start < longest?.start ?? .max { longest = (socket, deadline.start) }
            }
            guard let longest else { return false }
            shutDown(longest.socket)
            displacedCount += 1
            return true
        }

        /// Shuts down a connection, which libmicrohttpd then closes. The table's lock is held, so
        /// no other thread closes the socket and reuses its number meanwhile.
        mutating func shutDown(_ socket: CInt) {
            shutdown(socket, CInt(SHUT_RDWR))
            self[socket] = nil
        }
    }

    private let state = Mutex(State())
    private let headLimit: Int
    private let keptLimit: Int
    private let bodyLimit: Int
    private let window: Int
    private let timePerByte: Int
    private let unauthenticatedMax: Int
    private let unauthenticatedPerAddressMax: Int
    private let timer: Timer

    /// `@unchecked Sendable`: the member is constant. Dispatch sources may be used from any thread.
    private struct Timer: @unchecked Sendable {
        let source: any DispatchSourceTimer
    }

    /// The number of checks per time limit. A connection is closed at most an eighth of the limit
    /// too late.
    private static let checksPerLimit = 8
    /// The shortest time between two reports of displaced connections. 60 seconds.
    private static let reportInterval = 60 * second
    private static let second = 1_000_000_000

    private static var now: Int { Int(DispatchTime.now().uptimeNanoseconds) }

    /// - Parameter displaced: called at most once in `reportInterval` with the number of
    ///   connections that were closed to make room since the last call.
    init(_ configuration: HTTPServerConfiguration, displaced: @escaping @Sendable (Int) -> Void) {
        let allowed = 1...Int(Int32.max)
        func seconds(_ value: Int) -> Int { min(max(allowed.lowerBound, value), allowed.upperBound) }
        headLimit = seconds(configuration.requestHeadTimeout) * Self.second
        keptLimit = headLimit + seconds(configuration.connectionIdleTimeout) * Self.second
        bodyLimit = seconds(configuration.requestReceiveTimeout) * Self.second
        window = seconds(configuration.transferWindow) * Self.second
        timePerByte = Self.second / seconds(configuration.transferBytesPerSecondMin)
        unauthenticatedMax = configuration.unauthenticatedConnectionsMax
        unauthenticatedPerAddressMax = configuration.unauthenticatedConnectionsPerAddressMax
        timer = Timer(source: DispatchSource.makeTimerSource(queue: DispatchQueue(label: "healthstore.receiving")))
        timer.source.setEventHandler { [weak self] in
            self?.cut()
            if let count = self?.takeReport() { displaced(count) }
        }
        let shortest = seconds(
            min(configuration.requestHeadTimeout, configuration.requestReceiveTimeout, configuration.transferWindow))
        let interval = DispatchTimeInterval.milliseconds(shortest * 1000 / Self.checksPerLimit)
        timer.source.schedule(deadline: .now() + interval, repeating: interval, leeway: .milliseconds(100))
        timer.source.resume()
    }

    deinit { timer.source.cancel() }

    /// The number of connections that the server accepts. 0 before `accept`.
    var connectionsMax: Int { state.withLock { $0.connectionsMax } }

    func accept(_ connectionsMax: Int) { state.withLock { $0.connectionsMax = connectionsMax } }

    /// The numbers of open connections, of those on which no request was authenticated, and of
    /// connections that were closed to make room.
    var counts: (open: Int, unauthenticated: Int, displaced: Int) {
        state.withLock {
            ($0.unauthenticated.count + $0.authenticated.count, $0.unauthenticated.count, $0.displacedCount)
        }
    }

    // MARK: Connections

    /// Adds a new connection, and closes another one if there are too many.
    func open(_ socket: CInt, from network: NetworkAddress?) {
        let deadline = Deadline(time: Self.now + headLimit, kind: .head)
        state.withLock { state in
            state.unauthenticated[socket] = Entry(network: network, deadline: deadline)
            let isCrowded =
                network != nil
                && state.unauthenticated.values.count { $0.network == network } > unauthenticatedPerAddressMax
            if isCrowded {
                state.displace { $0.network == network }
            } else if state.unauthenticated.count > unauthenticatedMax {
                state.displace()
            }
            guard state.unauthenticated.count + state.authenticated.count >= state.connectionsMax else { return }
            if !state.displace() { state.displace(isAuthenticated: true) }
        }
    }

    /// Records that a request on the connection was authenticated. The socket must be open.
    func authenticate(_ socket: CInt) {
        state.withLock { state in
            if let entry = state.unauthenticated.removeValue(forKey: socket) { state.authenticated[socket] = entry }
        }
    }

    /// Closes the connection that has been receiving its request, or sending its response, for the
    /// longest time without an authenticated request.
    ///
    /// - Returns: false if there is none.
    func displaceRequest() -> Bool {
        state.withLock { $0.displace { $0.deadline?.kind != .head } }
    }

    /// Removes a connection. Call it before the socket is closed.
    func close(_ socket: CInt) { state.withLock { $0[socket] = nil } }

    // MARK: Deadlines

    /// Starts the deadline of the next request on a kept connection.
    func awaitHead(_ socket: CInt) { set(socket, Deadline(time: Self.now + keptLimit, kind: .head)) }

    /// Starts the deadline of the request's body.
    func awaitBody(_ socket: CInt) { set(socket, Deadline(time: Self.now + bodyLimit, kind: .body)) }

    /// Starts the deadline of a transfer, when the body may arrive or the response may leave.
    func beginTransfer(_ socket: CInt) { set(socket, Deadline(time: Self.now + window, kind: .transfer)) }

    /// Removes the deadline. Call it while the server does not wait for the client.
    func endWait(_ socket: CInt) { set(socket, nil) }

    private func set(_ socket: CInt, _ deadline: Deadline?) {
        state.withLock { $0[socket]?.deadline = deadline }
    }

    /// Moves the deadline of a transfer after bytes of a body were received or sent.
    func transferred(_ bytes: Int, _ socket: CInt) {
        state.withLock { state in
            guard var deadline = state[socket]?.deadline, deadline.kind == .transfer else { return }
            let now = Self.now
            if let left = deadline.left { deadline.time = now + left }
            deadline.left = nil
            deadline.time = min(deadline.time + timePerByte * bytes, now + window)
            state[socket]?.deadline = deadline
        }
    }

    /// Stops the deadline while the server makes the client wait. The deadline continues when more
    /// bytes arrive. The idle time limits a client that then sends nothing.
    func pause(_ socket: CInt) {
        state.withLock { state in
            guard let deadline = state[socket]?.deadline else { return }
            state[socket]?.deadline?.left = deadline.time - Self.now
        }
    }

    /// Stops the deadline while the server has no more bytes of the response to send.
    func rest(_ socket: CInt) { state.withLock { $0[socket]?.deadline?.left = window } }

    // MARK: On the timer's queue

    private func cut() {
        let now = Self.now
        state.withLock { state in
            for entries in [state.unauthenticated, state.authenticated] {
                for (socket, entry) in entries {
                    guard let deadline = entry.deadline, deadline.left == nil, deadline.time < now else { continue }
                    state.shutDown(socket)
                }
            }
        }
    }

    /// Returns the number of displaced connections to report now; nil if there is nothing to
    /// report.
    private func takeReport() -> Int? {
        let now = Self.now
        return state.withLock { state in
            let count = state.displacedCount - state.reported.count
            guard count > 0, state.reported.time.map({ now - $0 >= Self.reportInterval }) ?? true else { return nil }
            state.reported = (state.displacedCount, now)
            return count
        }
    }
}

extension HTTPServer {
    /// The number of connections that a started server accepts. It is less than the configuration's
    /// value if the system limits the process's open files. 0 before the start.
    public var connectionsMax: Int { connections.connectionsMax }

    /// The numbers of open connections, of those on which no request was authenticated, and of
    /// connections that were closed to make room for others.
    public var connectionCounts: (open: Int, unauthenticated: Int, displaced: Int) { connections.counts }

    /// The network of a peer, whose connections are limited together. Nil for a peer that many
    /// clients share.
    func network(of peer: HTTPPeer) -> NetworkAddress? {
        guard case .address(let address) = peer, !configuration.isShared(peer) else { return nil }
        return address.customerNetwork
    }
}
