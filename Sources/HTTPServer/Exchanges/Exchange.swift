import Synchronization

/// One request and its response, from the request line until the response is sent or the client has
/// disconnected.
///
/// `@unchecked Sendable`: members outside `state` are constant or used on the connection's thread
/// only, unless a member's comment says otherwise.
final class Exchange: @unchecked Sendable {
    /// The bytes of the request target, percent-encoded.
    let target: [UInt8]
    /// The target in libmicrohttpd's memory. It may only be compared, and only until the header
    /// fields are read.
    let targetLocation: HeadLocation
    /// Unique within a server. 0 until the handler begins. Guarded by the server's lock.
    var number: UInt64 = 0
    /// The id of the request. It does not change after the header fields have arrived.
    var id = HTTPRequest.randomID()
    let start = ContinuousClock.now

    /// The state that the network, the reader of the body and the handler share.
    let state = Mutex(ExchangeState())

    /// The request without its body. Nil until the header fields have arrived.
    var head: HTTPRequest?
    var match = Router.Match.failure(.notFound)
    var framing = BodyFraming()
    var bodyBytesIn = 0
    var discardedBytes = 0

    /// True if the handler was started.
    var isBegun = false

    /// True if the exchange counts as a request in flight. Guarded by the server's lock.
    var isAdmitted = false
    /// True if the connection has ended while the handler still runs. Guarded by the server's lock.
    var isOrphaned = false

    /// The reason why the server answers without the handler's response. Nil if there is no such
    /// reason.
    var refusal: HTTPFailure?

    /// The open stream of the response. Nil if the response has no stream or its head is not sent
    /// yet.
    var stream: OpenStream?

    /// True if the response was sent before the body had arrived, so that the client may still be
    /// sending.
    var isEarly = false

    /// The status and the length of the body that were passed to libmicrohttpd.
    var sent: (status: HTTPStatus, bodyBytes: Int, rowCount: Int?)?

    /// The socket of the connection. It is open until the exchange is abandoned.
    let socket: CInt
    let server: HTTPServer
    /// The amounts of the server's limits that the exchange uses.
    let share: ExchangeShare

    init(target: [UInt8], at targetLocation: HeadLocation, socket: CInt, server: HTTPServer) {
        self.target = target
        self.targetLocation = targetLocation
        self.socket = socket
        self.server = server
        share = ExchangeShare(server.budgets)
    }

    /// Suspends the connection, unless the exchange was aborted. Call it under the lock.
    func suspend(_ connection: Connection, _ state: inout ExchangeState) {
        guard state.suspended == nil, !state.isAbandoned else { return }
        connection.suspend()
        state.suspended = connection
    }

    /// Watches for a disconnected client, if the connection waits for the handler's response. Any
    /// thread may call it after the handler has begun, because `match` and `number` do not change
    /// any more.
    func beginWatch(_ watch: DisconnectWatch) {
        guard match.route?.outlivesClient != true else { return }
        state.withLock { state in
            guard state.stage == .complete, state.suspended != nil, state.watched == nil else { return }
            watch.add(socket, number: number)
            state.watched = { [socket] in watch.remove(socket) }
        }
    }

    /// True if the client disconnected before its response was ready.
    var hasClientLeft: Bool { state.withLock { $0.hasClientLeft } }
}

/// The description of a body in the header fields.
struct BodyFraming {
    /// The length in bytes. Nil for chunked transfer coding.
    var length: Int? = 0
    var coding = ContentCoding.identity
    /// True if the client waits for "100 Continue".
    var isExpectant = false

    var hasBody: Bool { length != 0 }

    /// True if the server reads an unwanted body instead of closing the connection. Such a body is
    /// at most 64 KiB long, so its bytes have most likely arrived.
    var isWorthReading: Bool { !isExpectant && (length ?? .max) <= HTTPBodyStream.pieceBytesMax }
}

/// The state that the lock of an `Exchange` guards.
struct ExchangeState {
    /// The connection while it is suspended.
    var suspended: Connection?
    var stage = Stage.head
    /// The way in which the handler reads the body.
    var reading = Reading.none
    /// Received pieces that the reader has not read.
    var pieces: [[UInt8]] = []
    var queuedBytes = 0
    /// The bytes received so far of a body that is read as a whole.
    var whole: [UInt8] = []
    /// The reason why the rest of the body cannot be read.
    var failure: HTTPFailure?
    var readers: [CheckedContinuation<Void, Never>] = []
    /// The router's response, until it is sent.
    var response: HTTPResponse?
    /// The template of the route whose handler was called.
    var route: String?
    /// The note of the handler for `HTTPAccess`.
    var note: (any Sendable)?
    /// The task of the handler. Nil until the handler begins.
    var task: Task<Void, Never>?
    /// Ends the watch for a disconnected client. Nil if no watch is active.
    var watched: (@Sendable () -> Void)?
    var hasClientLeft = false
    /// True if the response must not have the field `Server-Timing`.
    var omitsTimings = false
    /// True if the exchange was aborted or its connection has ended. The connection is never
    /// suspended afterwards.
    var isAbandoned = false

    /// The part of the body that has arrived.
    enum Stage {
        /// No part. The client may wait for "100 Continue".
        case head
        case body
        case complete
    }

    /// The way in which a handler reads a body.
    enum Reading {
        case none, pieces
        case whole(bytesMax: Int)
    }

    /// True if the handler has begun to read the body.
    var isRead: Bool { if case .none = reading { false } else { true } }

    /// True if further bytes of the body are discarded.
    var isUnwanted: Bool { response != nil || failure != nil }

    mutating func resume() {
        // The socket is open while the connection is suspended.
        watched?()
        watched = nil
        suspended?.resume()
        suspended = nil
    }

    /// Lets the readers go on. They run on other threads, so the lock may be held.
    mutating func wakeReaders() {
        for reader in readers { reader.resume() }
        readers = []
    }

    /// Releases the body of the response. Its stream may retain the request, which retains the
    /// exchange.
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
