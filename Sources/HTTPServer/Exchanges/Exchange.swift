import Synchronization

/// One request and its response, from the request line until the response is sent or the client has left.
///
/// `@unchecked Sendable`: what is not in `state` is either never changed or touched by the connection's own thread alone,
/// where it is not said otherwise.
final class Exchange: @unchecked Sendable {
    /// The bytes of the request target, still encoded.
    let target: [UInt8]
    /// Where libmicrohttpd has it; only to be compared with, and only until the header fields are read.
    let targetLocation: HeadLocation
    /// Never used twice by a server.
    let number: UInt64
    let id = HTTPRequest.randomID()
    let start = ContinuousClock.now

    /// What the network, the reader of the body and the maker of the response share.
    let state = Mutex(ExchangeState())

    /// The request without its body; `nil` until the header fields are here.
    var head: HTTPRequest?
    var match = Router.Match.failure(.notFound)
    var framing = BodyFraming()
    var bodyBytesIn = 0
    var discardedBytes = 0

    /// Whether the handler was started.
    var isBegun = false

    /// Whether this counts among the requests in flight; touched under the server's lock.
    var isAdmitted = false
    /// Whether the connection is gone while the handler is still at work; touched under the server's lock.
    var isOrphaned = false

    /// Why no handler may answer.
    var refusal: HTTPFailure?

    /// The body that is made while it is sent, once its head is.
    var stream: OpenStream?

    /// Whether it was answered before its body was here, so that the client may be sending still.
    var isEarly = false

    /// What was handed to libmicrohttpd.
    var sent: (status: HTTPStatus, bodyBytes: Int)?

    let server: HTTPServer
    /// What it holds of the server's bounds.
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

    /// Suspends the connection, under the lock. Where the body is here, the client's departure is noticed from now on.
    func suspend(_ connection: Connection, _ state: inout ExchangeState) {
        guard state.suspended == nil, !state.isAbandoned else { return }
        connection.suspend()
        state.suspended = connection
        guard state.stage == .complete, !match.outlivesClient, let watch else { return }
        let socket = connection.socket
        watch.add(socket, number: number)
        state.watched = { watch.remove(socket) }
    }

    /// Whether the client left before its answer was made.
    var hasClientLeft: Bool { state.withLock { $0.hasClientLeft } }
}

/// What the header fields say of a body.
struct BodyFraming {
    /// In bytes; nil where the body comes in chunks.
    var length: Int? = 0
    var coding = ContentCoding.identity
    /// Whether the client waits for leave to send it.
    var isExpectant = false

    var hasBody: Bool { length != 0 }

    /// Whether to read a body that nobody wants, rather than to close its connection over it: its bytes are most likely
    /// here, as it is at most 64 KiB long.
    var isWorthReading: Bool { !isExpectant && (length ?? .max) <= HTTPBodyStream.pieceBytesMax }
}

/// What the lock of an `Exchange` guards.
struct ExchangeState {
    /// The connection while it is suspended.
    var suspended: Connection?
    var stage = Stage.head
    /// How the handler has asked for the body.
    var reading = Reading.none
    /// Pieces that wait for their reader.
    var pieces: [[UInt8]] = []
    var queuedBytes = 0
    /// The body so far, where it is read as a whole.
    var whole: [UInt8] = []
    /// Why nothing more comes.
    var failure: HTTPBodyError?
    var readers: [CheckedContinuation<Void, Never>] = []
    /// The answer of the router, and the template of the route that gave it.
    var response: HTTPResponse?
    /// The template of the route whose handler was called.
    var route: String?
    /// Ends the watch for the client's departure; nil while there is none.
    var watched: (@Sendable () -> Void)?
    var hasClientLeft = false
    /// Whether a stopping server has given the exchange up; its connection is not suspended any more.
    var isAbandoned = false

    /// How far the body has come.
    enum Stage {
        /// Not begun; the client may wait for "100 Continue".
        case head
        case body
        case complete
    }

    /// How the body is read.
    enum Reading {
        case none, pieces
        case whole(bytesMax: Int)
    }

    /// Whether the handler has asked for the body.
    var isRead: Bool { if case .none = reading { false } else { true } }

    /// Whether nobody will read what comes.
    var isUnwanted: Bool { response != nil || failure != nil }

    mutating func resume() {
        // The socket is open as long as the connection is suspended.
        watched?()
        watched = nil
        suspended?.resume()
        suspended = nil
    }

    mutating func takeReaders() -> [CheckedContinuation<Void, Never>] {
        defer { readers = [] }
        return readers
    }

    /// Lets go the body of the response, whose stream may hold the request and so the exchange.
    mutating func dropResponse() {
        response?.body = []
        response?.stream = nil
    }

    /// Lets go what was received.
    mutating func dropBody() {
        pieces = []
        queuedBytes = 0
        whole = []
    }
}
