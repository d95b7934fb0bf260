import CMicroHTTPD

// The functions that libmicrohttpd calls on its threads. It calls the functions of one request on
// one thread:
//
// 1. `connectionChanged` when the connection opens
// 2. `requestBegan` once, at the request line
// 3. `requestAdvanced` after the header fields, for each piece of the body, at its end, and after a
//    resume
// 4. `requestEnded` once, and `connectionChanged` when the connection closes
//
// It calls `requestRefused` at any time before the response, if it cannot read the request.
//
// The context of these functions is the server, which the running daemon retains. The exchange is
// retained from `requestBegan` to `requestEnded`.
//
// If a connection is suspended after the header fields, libmicrohttpd calls `requestAdvanced` again
// without a piece of the body, before it sends "100 Continue". A response given in that call closes
// the connection.
// https://www.gnu.org/software/libmicrohttpd/manual/html_node/microhttpd_002dcb.html

func requestBegan(
    context: UnsafeMutableRawPointer?, target: UnsafePointer<CChar>?, connection: OpaquePointer?
) -> UnsafeMutableRawPointer? {
    // libmicrohttpd decodes the path before it passes the path on, which makes "/" and "%2F" equal.
    // So the exchange keeps the undecoded target.
    let bytes = target.map { String(cString: $0).utf8 }.map(Array.init) ?? []
    guard let context, let connection else { return nil }
    let server = Unmanaged<HTTPServer>.fromOpaque(context).takeUnretainedValue()
    let exchange = Exchange(
        target: bytes, at: HeadLocation(target), socket: Connection(pointer: connection).socket, server: server)
    return Unmanaged.passRetained(exchange).toOpaque()
}

func connectionChanged(
    context: UnsafeMutableRawPointer?, connection: OpaquePointer?,
    socketContext: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, change: MHD_ConnectionNotificationCode
) {
    guard let context, let connection else { return }
    let server = Unmanaged<HTTPServer>.fromOpaque(context).takeUnretainedValue()
    let connected = Connection(pointer: connection)
    if change == .CONNECTION_NOTIFY_STARTED {
        server.connections.open(connected.socket, from: server.network(of: connected.peer()))
        let kept = ConnectionContext(server: server, certificate: server.certificate.withLock { $0 })
        socketContext?.pointee = Unmanaged.passRetained(kept).toOpaque()
        // libmicrohttpd has made the TLS session, and begins the handshake after this call.
        if let certificate = kept.certificate { connected.use(certificate) }
    } else {
        server.connections.close(connected.socket)
        // libmicrohttpd has freed the TLS session.
        guard let kept = socketContext?.pointee else { return }
        Unmanaged<ConnectionContext>.fromOpaque(kept).release()
        // Of an encrypted connection, libmicrohttpd shuts down only TLS. `LingeringClose` may keep
        // the socket open.
        if server.configuration.certificate != nil { connected.shutDownSending() }
    }
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
        let head = HeadLine(method: method, target: exchange.targetLocation, version: version)
        return server.receiveHead(exchange, connection, head)
    }
    guard pieceSize.pointee > 0 else { return server.advance(exchange, connection) }
    let bytes = UnsafeRawBufferPointer(start: piece, count: pieceSize.pointee)
    pieceSize.pointee = 0
    return server.receive(bytes, exchange, connection)
}

func requestRefused(connection: OpaquePointer?, status: UInt32) {
    guard let connection = connection.map(Connection.init), let server = connection.server else { return }
    server.refuse(connection, status: Int(status))
}

func requestEnded(
    context: UnsafeMutableRawPointer?, connection: OpaquePointer?,
    exchange: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, reason: MHD_RequestTerminationCode
) {
    guard let context, let held = exchange?.pointee else { return }
    exchange?.pointee = nil
    let server = Unmanaged<HTTPServer>.fromOpaque(context).takeUnretainedValue()
    let ended = Unmanaged<Exchange>.fromOpaque(held).takeRetainedValue()
    server.connections.awaitHead(ended.socket)
    if ended.isEarly { server.lingering.close(ended.socket) }
    ended.connectionEnded()
    server.end(ended, isComplete: reason == .REQUEST_TERMINATED_COMPLETED_OK)
}
