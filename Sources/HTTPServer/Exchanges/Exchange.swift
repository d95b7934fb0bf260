import Synchronization

/// One request and its response, from the request line until the response is sent or the client has
/// disconnected.
///
/// `@unchecked Sendable`: members outside `state` are constant or used on the connection's thread
/// only, unless their comments say otherwise.
final class Exchange: @unchecked Sendable {
    /// The bytes of the request target, percent-encoded.
    let target: [UInt8]
    /// The target in libmicrohttpd's memory. Only for comparison, and only until the header fields
    /// are read.
    let targetLocation: HeadLocation
    /// Unique within a server.
    let number: UInt64
    let id = HTTPRequest.randomID()
    let start = ContinuousClock.now

    /// The state that the network, the reader of the body and the handler share.
    let state = Mutex(ExchangeState())

    /// The request without its body. Nil until the header fields have arrived.
    var head: HTTPRequest?
    var match = Router.Match.failure(.notFound)
    var framing = BodyFraming()
    var bodyBytesIn = 0
    var discardedBytes = 0

    /// Whether the handler was started.
    var isBegun = false

    /// Whether it counts as a request in flight. Guarded by the server's lock.
    var isAdmitted = false
    /// Whether the connection has ended while the handler still runs. Guarded by the server's lock.
    var isOrphaned = false

    /// The reason why no handler is called.
    var refusal: HTTPFailure?

    /// The open stream of the response, if it has one and its head is sent.
    var stream: OpenStream?

    /// Whether the response was sent before the body had arrived, so that the client may still be
    /// sending.
    var isEarly = false

    /// What was passed to libmicrohttpd.
    var sent: (status: HTTPStatus, bodyBytes: Int)?

    let server: HTTPServer
    /// Its shares of the server's limits.
    let share: ExchangeShare
    private let watch: DisconnectWatch?

    init(target: [UInt8], at targetLocation: HeadLocation, server: HTTPServer) {
        self.target = target
        self.targetLocation = targetLocation
        self.server = server
        share = ExchangeShare(server.budgets)
        (number, watch) = server.state.withLock { state in
            state.exchangeCount += 1
            return (state.exchangeCount, state.watch)
        }
    }

    /// Suspends the connection, under the lock. If the body has arrived, watches for a disconnected
    /// client.
    func suspend(_ connection: Connection, _ state: inout ExchangeState) {
        guard state.suspended == nil, !state.isAbandoned else { return }
        connection.suspend()
        state.suspended = connection
        guard state.stage == .complete, !match.outlivesClient, let watch else { return }
        let socket = connection.socket
        watch.add(socket, number: number)
        state.watched = { watch.remove(socket) }
    }

    /// Whether the client disconnected before its response was ready.
    var hasClientLeft: Bool { state.withLock { $0.hasClientLeft } }
}

/// What the header fields say about the body.
struct BodyFraming {
    /// In bytes. Nil for chunked transfer coding.
    var length: Int? = 0
    var coding = ContentCoding.identity
    /// Whether the client waits for "100 Continue".
    var isExpectant = false

    var hasBody: Bool { length != 0 }

    /// Whether an unwanted body is read instead of closing the connection: it is at most 64 KiB
    /// long, so its bytes have most likely arrived.
    var isWorthReading: Bool { !isExpectant && (length ?? .max) <= HTTPBodyStream.pieceBytesMax }
}

/// The state that the lock of an `Exchange` guards.
struct ExchangeState {
    /// The connection while it is suspended.
    var suspended: Connection?
    var stage = Stage.head
    /// How the handler reads the body.
    var reading = Reading.none
    /// Pieces that the reader has not read.
    var pieces: [[UInt8]] = []
    var queuedBytes = 0
    /// The body so far, if it is read as a whole.
    var whole: [UInt8] = []
    /// The reason why the rest of the body cannot be read.
    var failure: HTTPBodyError?
    var readers: [CheckedContinuation<Void, Never>] = []
    /// The router's response, until it is sent.
    var response: HTTPResponse?
    /// The template of the route whose handler was called.
    var route: String?
    /// What the handler notes for the log.
    var note: (any Sendable)?
    /// Ends the watch for a disconnected client. Nil if none is active.
    var watched: (@Sendable () -> Void)?
    var hasClientLeft = false
    /// Whether a stopping server has aborted the exchange. Its connection is not suspended any
    /// more.
    var isAbandoned = false

    /// How much of the body has arrived.
    enum Stage {
        /// None. The client may wait for "100 Continue".
        case head
        case body
        case complete
    }

    /// How the body is read.
    enum Reading {
        case none, pieces
        case whole(bytesMax: Int)
    }

    /// Whether the handler has begun to read the body.
    var isRead: Bool { if case .none = reading { false } else { true } }

    /// Whether further bytes of the body are discarded.
    var isUnwanted: Bool { response != nil || failure != nil }

    mutating func resume() {
        // The socket is open while the connection is suspended.
        watched?()
        watched = nil
        suspended?.resume()
        suspended = nil
    }

    mutating func takeReaders() -> [CheckedContinuation<Void, Never>] {
        defer { readers = [] }
        return readers
    }

    /// Releases the body of the response, whose stream may retain the request and so the exchange.
    mutating func dropResponse() {
        response?.body = []
        response?.stream = nil
    }

    /// Discards the received bytes.
    mutating func dropBody() {
        pieces = []
        queuedBytes = 0
        whole = []
    }
}
