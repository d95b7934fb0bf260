import CMicroHTTPD

/// The server's handling of libmicrohttpd's callbacks. Runs on the connection's thread.
extension HTTPServer {
    /// Parses the request line and the header fields, and accepts or refuses the request. For a
    /// request with a body, calls the handler.
    func receiveHead(_ exchange: Exchange, _ connection: Connection, _ line: HeadLine) -> MHD_Result {
        let method = HTTPMethod(rawValue: String(cString: line.method))
        let headers = connection.headers()
        var target = RequestTarget.none
        do throws(HTTPFailure) {
            guard connection.isStrict(line), exchange.target.allSatisfy({ $0 > 0x20 && $0 != 0x7f }) else {
                throw HTTPFailure.malformedRequest(
                    "the request line or a header field is folded, has a control character or misplaced white space,"
                        + " or ends without CRLF")
            }
            target = try RequestTarget(parsing: exchange.target)
            try Self.checkFraming(headers, isHTTP11: line.version.map { String(cString: $0) } == "HTTP/1.1")
        } catch {
            exchange.refusal = error
        }
        let peer = connection.peer()
        if let id = configuration.requestID(peer, headers) { exchange.id = id }
        let head = HTTPRequest(
            method: method, target: target, headers: headers, peer: peer,
            isEncrypted: configuration.certificate != nil, id: exchange.id)
        exchange.head = head
        exchange.match = router.match(head)
        if headers["Transfer-Encoding"] != nil {
            exchange.framing.length = nil
        } else {
            // libmicrohttpd has checked that the length is a number.
            exchange.framing.length = headers["Content-Length"].map { Int($0) ?? .max } ?? 0
        }
        guard exchange.framing.hasBody else {
            if exchange.refusal == nil { exchange.refusal = admit(exchange) }
            // A response before the body closes the connection, so a request without a body is
            // answered at its end.
            return .YES
        }
        exchange.framing.isExpectant = headers["Expect"]?.lowercased() == "100-continue"
        exchange.refusal = exchange.refusal ?? refusal(of: exchange, headers) ?? admit(exchange)
        if exchange.refusal == nil {
            // A handler may begin to read the body late, so no deadline runs until it reads.
            connections.endWait(connection.socket)
            begin(exchange)
        }
        return proceed(exchange, connection)
    }

    /// The reason why the client must not send the body, found before the handler runs.
    private func refusal(of exchange: Exchange, _ headers: HTTPHeaders) -> HTTPFailure? {
        guard let coding = ContentCoding(headers) else { return .unsupportedContentCoding }
        exchange.framing.coding = coding
        guard case .whole = exchange.match.route?.body else { return nil }
        let bytesMax = configuration.bodyBytesMax
        return (exchange.framing.length ?? 0) > bytesMax ? .contentTooLarge(bytesMax: bytesMax) : nil
    }

    /// Refuses requests whose body has no certain end, which libmicrohttpd accepts. After such a
    /// body, the start of the next request is uncertain, too (RFC 9112, sections 3.2 and 6.3).
    private static func checkFraming(_ headers: HTTPHeaders, isHTTP11: Bool) throws(HTTPFailure) {
        let hosts = headers.values("Host")
        guard hosts.count == 1 || (hosts.isEmpty && !isHTTP11) else {
            throw HTTPFailure.malformedRequest("the request must have one header field Host")
        }
        let lengths = headers.values("Content-Length")
        let codings = headers.values("Transfer-Encoding")
        if lengths.count + codings.count > 1 {
            throw HTTPFailure.malformedRequest("more than one header field tells the length of the body")
        }
        guard let coding = codings.first else { return }
        guard isHTTP11, coding.lowercased() == "chunked" else {
            throw HTTPFailure.malformedRequest("transfer coding is not \"chunked\", or the version has none")
        }
    }

    /// Continues the request when libmicrohttpd calls before the body, after it, or after a resume.
    func advance(_ exchange: Exchange, _ connection: Connection) -> MHD_Result {
        if exchange.refusal == nil, !exchange.isBegun {
            exchange.state.withLock { $0.stage = .complete }
            connections.endWait(connection.socket)
            begin(exchange)
        }
        return proceed(exchange, connection)
    }

    /// Takes the next step of a request whose handler has begun, or refuses the request.
    private func proceed(_ exchange: Exchange, _ connection: Connection) -> MHD_Result {
        guard exchange.refusal == nil else { return answer(exchange, connection) }
        switch exchange.step(connection) {
        case .receive(isStream: true): connections.beginTransfer(connection.socket)
        case .receive(isStream: false): connections.awaitBody(connection.socket)
        case .wait: connections.endWait(connection.socket)
        case .stop:
            exchange.refusal = .stopping
            return answer(exchange, connection)
        case .answer(let response): return answer(exchange, connection, response)
        }
        return .YES
    }

    /// Receives a piece of the body.
    func receive(_ piece: UnsafeRawBufferPointer, _ exchange: Exchange, _ connection: Connection) -> MHD_Result {
        exchange.bodyBytesIn += piece.count
        connections.transferred(piece.count, connection.socket)
        switch exchange.refusal == nil ? exchange.receive(piece, connection) : .unwanted {
        case .taken: return .YES
        case .suspended:
            connections.pause(connection.socket)
            return .YES
        case .unwanted:
            exchange.discardedBytes += piece.count
            return exchange.discardedBytes <= HTTPServerConfiguration.discardedBytesMax ? .YES : .NO
        case .refused: return .NO
        }
    }

    /// Sends the response.
    private func answer(_ exchange: Exchange, _ connection: Connection, _ made: HTTPResponse? = nil) -> MHD_Result {
        guard let head = exchange.head else { return .NO }
        if let stream = made?.stream, head.method != .head {
            exchange.refusal = open(stream, exchange, connection)
        }
        let refused = exchange.refusal.map { router.failureResponse($0, head) }
        guard var response = refused ?? made else { return .NO }
        if !(200...599).contains(response.status.rawValue) { response.status = .internalServerError }
        if isStopping { response.headers["Connection"] = "close" }
        router.crossOrigin.apply(to: &response, for: head)
        if !exchange.state.withLock({ $0.omitsTimings }) {
            response.writeTimings(total: ContinuousClock.now - exchange.start)
        }
        let hasBody = head.method != .head && !response.status.forbidsBody
        exchange.isEarly = exchange.framing.hasBody && exchange.state.withLock { $0.stage == .head }
        exchange.sent = (response.status, hasBody ? response.body.count : 0, response.rowCount)
        return connection.send(response, exchange, method: head.method)
    }

    func end(_ exchange: Exchange, isComplete: Bool) {
        connectionEnded(exchange)
        if let stream = exchange.stream { end(stream) }
        guard let head = exchange.head else { return }
        let (route, note) = exchange.state.withLock { ($0.route, $0.note) }
        log(
            HTTPAccess(
                method: head.method, route: route, status: exchange.sent?.status,
                duration: ContinuousClock.now - exchange.start, requestID: exchange.id,
                bodyBytesIn: exchange.bodyBytesIn,
                bodyBytesOut: exchange.stream?.writer.bytesSent ?? exchange.sent?.bodyBytes ?? 0,
                rowCount: exchange.sent?.rowCount, note: note, isStream: exchange.stream != nil,
                isComplete: isComplete))
    }

    /// Answers a request that libmicrohttpd cannot read. libmicrohttpd closes the connection when
    /// it sends its own answer, which fails.
    ///
    /// - Parameter status: the status of libmicrohttpd's own answer.
    func refuse(_ connection: Connection, status: Int) {
        let request = HTTPRequest(path: "/", id: HTTPRequest.randomID())
        var response = router.failureResponse(failure(ofStatus: status), request)
        if [414, 431, 505].contains(status) { response.status = HTTPStatus(rawValue: status) }
        response.headers["Connection"] = "close"
        connection.sendLast(response, id: request.id)
        lingering.close(connection.socket)
    }

    private func failure(ofStatus status: Int) -> HTTPFailure {
        switch status {
        case 413: .contentTooLarge(bytesMax: configuration.bodyBytesMax)
        case 414: .malformedRequest("the request line is too long")
        case 431: .malformedRequest("the header fields are too long")
        case 505: .malformedRequest("the version of HTTP is neither 1.0 nor 1.1")
        // The line does not fit into the memory of the connection.
        case 500: .malformedRequest("the size of a chunk has a too long extension")
        default:
            .malformedRequest("the request line, a header field, or the length of the body or of a chunk is malformed")
        }
    }
}
