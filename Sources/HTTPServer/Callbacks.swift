import CMicroHTTPD

// The functions that libmicrohttpd calls on its threads, for one request always on the same thread:
// `requestBegan` once at the request line, `requestAdvanced` after the header fields, for each piece of the body, at the
// end, and again after a resume; `requestEnded` once. `connectionChanged` is called before all of them and after. Their context is the server, held by the running daemon. The
// exchange is held from `requestBegan` to `requestEnded`.
// https://www.gnu.org/software/libmicrohttpd/manual/html_node/microhttpd_002dcb.html

func requestBegan(
    context: UnsafeMutableRawPointer?, target: UnsafePointer<CChar>?, connection: OpaquePointer?
) -> UnsafeMutableRawPointer? {
    // libmicrohttpd decodes the path before it hands it on, which loses the difference between "/" and "%2F"; so it is
    // kept here as it came.
    let bytes = target.map { String(cString: $0).utf8 }.map(Array.init) ?? []
    return Unmanaged.passRetained(Exchange(target: bytes)).toOpaque()
}

func connectionChanged(
    context: UnsafeMutableRawPointer?, connection: OpaquePointer?,
    socketContext: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, change: MHD_ConnectionNotificationCode
) {
    guard let context, let connection else { return }
    let server = Unmanaged<HTTPServer>.fromOpaque(context).takeUnretainedValue()
    let socket = Connection(pointer: connection).socket
    if change == .CONNECTION_NOTIFY_STARTED { server.clock.begin(socket) } else { server.clock.end(socket) }
}

func requestAdvanced(
    context: UnsafeMutableRawPointer?, connection: OpaquePointer?, url: UnsafePointer<CChar>?,
    method: UnsafePointer<CChar>?, version: UnsafePointer<CChar>?, piece: UnsafePointer<CChar>?,
    pieceSize: UnsafeMutablePointer<Int>?, exchange: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    guard let context, let pointer = connection, let method, let pieceSize, let held = exchange?.pointee else {
        return .NO
    }
    let server = Unmanaged<HTTPServer>.fromOpaque(context).takeUnretainedValue()
    let exchange = Unmanaged<Exchange>.fromOpaque(held).takeUnretainedValue()
    let connection = Connection(pointer: pointer)
    guard exchange.head != nil else {
        return server.receiveHead(exchange, connection, method: HTTPMethod(rawValue: String(cString: method)))
    }
    guard pieceSize.pointee > 0 else { return server.answer(exchange, connection) }
    let bytes = UnsafeRawBufferPointer(start: piece, count: pieceSize.pointee)
    pieceSize.pointee = 0
    return server.receive(bytes, exchange)
}

func requestEnded(
    context: UnsafeMutableRawPointer?, connection: OpaquePointer?,
    exchange: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, reason: MHD_RequestTerminationCode
) {
    guard let context, let held = exchange?.pointee else { return }
    exchange?.pointee = nil
    let server = Unmanaged<HTTPServer>.fromOpaque(context).takeUnretainedValue()
    let ended = Unmanaged<Exchange>.fromOpaque(held).takeRetainedValue()
    if let connection { server.clock.begin(Connection(pointer: connection).socket) }
    server.end(ended, isComplete: reason == .REQUEST_TERMINATED_COMPLETED_OK)
}

extension HTTPServer {
    /// Makes the request of its header fields and decides whether it may go on.
    fileprivate func receiveHead(_ exchange: Exchange, _ connection: Connection, method: HTTPMethod) -> MHD_Result {
        let headers = connection.headers()
        var target = RequestTarget.none
        var malformed: HTTPFailure?
        do {
            target = try RequestTarget(parsing: exchange.target)
            try Self.checkFraming(headers)
        } catch {
            malformed = .malformedRequest(error.reason)
        }
        exchange.head = HTTPRequest(method: method, target: target, headers: headers, body: [], id: exchange.id)
        // libmicrohttpd has checked that the length is a number.
        let length = headers["Content-Length"].flatMap(Int.init) ?? 0
        let isTooLarge = length > configuration.bodyBytesMax
        exchange.refusal =
            malformed ?? (isTooLarge ? .contentTooLarge(bytesMax: configuration.bodyBytesMax) : nil)
        // An answer before the body closes the connection, so one without a body is answered at its end.
        let hasBody = length > 0 || headers["Transfer-Encoding"] != nil
        if hasBody {
            if let coding = ContentCoding(headers) {
                exchange.coding = coding
            } else if exchange.refusal == nil {
                exchange.refusal = .unsupportedContentCoding
            }
        }
        if exchange.refusal == nil { exchange.refusal = admit(exchange) }
        return exchange.refusal != nil && hasBody ? answer(exchange, connection) : .YES
    }

    /// Refuses what leaves the end of the body in doubt, and so where the next request begins, which libmicrohttpd lets
    /// pass (RFC 9112, section 6.3).
    private static func checkFraming(_ headers: HTTPHeaders) throws(MalformedRequest) {
        let lengths = headers.values("Content-Length")
        let codings = headers.values("Transfer-Encoding")
        if lengths.count + codings.count > 1 {
            throw MalformedRequest(reason: "more than one header field tells the length of the body")
        }
        if let coding = codings.first, coding.lowercased() != "chunked" {
            throw MalformedRequest(reason: "transfer coding is not \"chunked\"")
        }
    }

    /// Keeps a piece of the body, or throws it away where the body has become too large.
    fileprivate func receive(_ piece: UnsafeRawBufferPointer, _ exchange: Exchange) -> MHD_Result {
        exchange.bodyBytesIn += piece.count
        if exchange.bodyBytesIn <= configuration.bodyBytesMax {
            exchange.body.append(contentsOf: piece)
            return .YES
        }
        exchange.body = []
        exchange.refusal = .contentTooLarge(bytesMax: configuration.bodyBytesMax)
        let discarded = exchange.bodyBytesIn - configuration.bodyBytesMax
        return discarded <= HTTPServerConfiguration.discardedBytesMax ? .YES : .NO
    }

    /// Sends the answer, or begins to make it.
    fileprivate func answer(_ exchange: Exchange, _ connection: Connection) -> MHD_Result {
        guard let head = exchange.head else { return .NO }
        if exchange.refusal == nil, exchange.response == nil {
            clock.end(connection.socket)
            if suspend(exchange, connection, for: head) { return .YES }
            exchange.refusal = .stopping
        }
        if let stream = exchange.response?.stream, exchange.refusal == nil, head.method != .head {
            exchange.refusal = open(stream, exchange, connection)
        }
        let refused = exchange.refusal.map { router.failureResponse($0, head) }
        guard var response = refused ?? exchange.response else { return .NO }
        exchange.response = nil
        if !(200...599).contains(response.status.rawValue) { response.status = .internalServerError }
        if isStopping { response.headers["Connection"] = "close" }
        let hasBody = head.method != .head && !response.status.forbidsBody
        exchange.sent = (response.status, hasBody ? response.body.count : 0)
        return connection.send(response, exchange, method: head.method)
    }

    fileprivate func end(_ exchange: Exchange, isComplete: Bool) {
        dismiss(exchange)
        if let stream = exchange.stream { end(stream) }
        guard let head = exchange.head else { return }
        log(
            HTTPAccess(
                method: head.method, route: exchange.route, status: exchange.sent?.status,
                duration: ContinuousClock.now - exchange.start, requestID: exchange.id,
                bodyBytesIn: exchange.bodyBytesIn,
                bodyBytesOut: exchange.stream?.writer.bytesSent ?? exchange.sent?.bodyBytes ?? 0,
                isComplete: isComplete))
    }
}
