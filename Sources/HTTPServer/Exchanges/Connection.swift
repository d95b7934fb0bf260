import CMicroHTTPD
import Glibc

/// A connection of libmicrohttpd. It is valid from its first callback to its last.
///
/// In libmicrohttpd's words, `requestAdvanced` is the access handler and `readContent` is the
/// content reader.
///
/// https://www.gnu.org/software/libmicrohttpd/manual/libmicrohttpd.html
///
/// `@unchecked Sendable`: threads other than the connection's own call only `resume`. libmicrohttpd
/// allows that call from any thread while the connection is suspended.
struct Connection: @unchecked Sendable {
    let pointer: OpaquePointer

    /// The header fields in the order of the request.
    func headers() -> HTTPHeaders {
        var headers = HTTPHeaders()
        withUnsafeMutablePointer(to: &headers) { collected in
            _ = MHD_get_connection_values(pointer, .HEADER_KIND, appendHeader, collected)
        }
        return headers
    }

    /// True if the request line and the header fields strictly follow RFC 9112, so that every
    /// recipient reads the same request from them. Use it only in the first call of the access
    /// handler.
    func isStrict(_ head: HeadLine) -> Bool {
        MHD_is_head_strict(pointer, head.method, head.target.start, head.target.size, head.version)
    }

    /// The peer. All requests of a connection have the same peer.
    func peer() -> HTTPPeer {
        var bytes = [UInt8](repeating: 0, count: 16)
        switch MHD_connection_peer(pointer, &bytes) {
        case 4: return .address(NetworkAddress(ipv4: bytes.prefix(4)))
        case 6: return .address(NetworkAddress(ipv6: bytes))
        case 1: return .unixSocket
        default: return .none
        }
    }

    /// The server of the connection.
    var server: HTTPServer? {
        MHD_connection_context(pointer).map { Unmanaged<ConnectionContext>.fromOpaque($0).takeUnretainedValue().server }
    }

    /// The socket. libmicrohttpd owns it.
    var socket: CInt { MHD_connection_socket(pointer) }

    /// Sets the certificate of an encrypted connection. Call it before the handshake. The caller
    /// retains the certificate until libmicrohttpd has freed the TLS session.
    func use(_ certificate: ServerCertificate) {
        guard let session = MHD_connection_tls_session(pointer) else { return }
        gnutls_credentials_set(session, GNUTLS_CRD_CERTIFICATE, UnsafeMutableRawPointer(certificate.credentials))
    }

    /// Tells the client that the server sends nothing more.
    func shutDownSending() { shutdown(socket, CInt(SHUT_WR)) }

    /// The size of libmicrohttpd's buffer for a response with a content reader. The buffer is
    /// hardly used, because the reader writes to the memory of the connection.
    private static let streamBlockBytes = 512

    /// The number of bytes of a long body that are passed to libmicrohttpd at once. Even at the
    /// lowest allowed rate, a client receives them well within the rate's window. 32 KiB.
    private static let bodyBlockBytes = 32 * 1024

    /// Removes the connection from the event loop. Call it only from the access handler and the
    /// content reader.
    func suspend() {
        MHD_suspend_connection(pointer)
    }

    /// Returns a suspended connection to the event loop, which calls the access handler or content
    /// reader again.
    func resume() {
        MHD_resume_connection(pointer)
    }

    private static let ownFields = [
        "Content-Length", "Transfer-Encoding", "X-Request-ID", "Date", "X-Content-Type-Options",
        "Strict-Transport-Security",
    ]

    /// The seconds for which a browser that had a response over TLS uses no plain HTTP for the host
    /// (RFC 6797). One year.
    private static let encryptedOnlySeconds = 365 * 86_400

    /// Queues a response, which libmicrohttpd copies. Call it only from the access handler.
    ///
    /// - Returns: the result for the access handler. `NO` closes the connection.
    func send(_ response: HTTPResponse, _ exchange: Exchange, method: HTTPMethod) -> MHD_Result {
        guard let prepared = prepare(response, exchange, method: method) else { return .NO }
        exchange.server.connections.beginTransfer(socket)
        defer { MHD_destroy_response(prepared) }
        writeFields(of: response, id: exchange.id) { _ = MHD_add_response_header(prepared, $0, $1) }
        return MHD_queue_own_response(pointer, UInt32(response.status.rawValue), prepared)
    }

    /// Passes the fields of a response to `write`, without `Date` and those of the framing.
    private func writeFields(of response: HTTPResponse, id: String, _ write: (String, String) -> Void) {
        for field in response.headers.fields {
            // The server writes these fields itself. The handler's fields could break the framing,
            // or give the request a second id.
            guard !Self.ownFields.contains(where: { HTTPHeaders.areEqual($0, field.name) }) else { continue }
            write(field.name, field.value)
        }
        write("X-Request-ID", id)
        write("X-Content-Type-Options", "nosniff")
        if MHD_connection_tls_session(pointer) != nil {
            write("Strict-Transport-Security", "max-age=\(Self.encryptedOnlySeconds)")
        }
    }

    /// Sends a response without libmicrohttpd, and ends the sending side of the connection. A
    /// response that does not fit into the socket's buffer is cut off.
    func sendLast(_ response: HTTPResponse, id: String) {
        let status = response.status.rawValue
        let reason = MHD_get_reason_phrase_for(UInt32(status)).map { String(cString: $0) } ?? ""
        var head = "HTTP/1.1 \(status) \(reason)\r\nDate: \(Self.date())\r\n"
        head += "Content-Length: \(response.body.count)\r\n"
        writeFields(of: response, id: id) { head += "\($0): \($1)\r\n" }
        let bytes = Array((head + "\r\n").utf8) + response.body
        if let session = MHD_connection_tls_session(pointer) {
            _ = gnutls_record_send(session, bytes, bytes.count)
            gnutls_bye(session, GNUTLS_SHUT_WR)
        } else {
            _ = Glibc.send(socket, bytes, bytes.count, CInt(MSG_NOSIGNAL) | CInt(MSG_DONTWAIT))
        }
        shutDownSending()
    }

    /// The present time as the value of `Date` (RFC 9110, section 5.6.7).
    private static func date() -> String {
        var (now, parts) = (time(nil), tm())
        gmtime_r(&now, &parts)
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) { text in
            strftime(text.baseAddress, text.count, "%a, %d %b %Y %H:%M:%S GMT", &parts)
            return text.baseAddress.map { String(cString: $0) } ?? ""
        }
    }

    private func prepare(_ response: HTTPResponse, _ exchange: Exchange, method: HTTPMethod) -> OpaquePointer? {
        let connections = exchange.server.connections
        if let writer = exchange.stream?.writer {
            let source = ContentSource { _, buffer in
                let count = writer.read(into: buffer, self)
                if count > 0 { connections.transferred(count, socket) }
                if count == 0 { connections.rest(socket) }
                return count
            }
            return prepare(source, length: UInt64.max, blockBytes: Self.streamBlockBytes)
        }
        if response.status.forbidsBody {
            return MHD_create_response_from_buffer(0, nil, .RESPMEM_PERSISTENT)
        }
        if method == .head {
            // This response has a length, but its body is never read. libmicrohttpd sends no body
            // in response to HEAD.
            let known = response.stream == nil ? UInt64(response.body.count) : UInt64.max
            let length = response.headers["Content-Length"].flatMap(UInt64.init) ?? known
            return MHD_create_response_from_callback(length, 1024, refuseToRead, nil, nil)
        }
        guard response.body.count <= ExchangeShare.freeResponseBytes else {
            // libmicrohttpd sends a long body without copying it.
            let source = ContentSource { [body = response.body, socket] position, buffer in
                let rest = body.dropFirst(Int(clamping: position)).prefix(buffer.count)
                guard !rest.isEmpty else { return HTTPStreamWriter.endWithError }
                rest.withUnsafeBytes(buffer.copyMemory)
                connections.transferred(rest.count, socket)
                return rest.count
            }
            return prepare(source, length: UInt64(response.body.count), blockBytes: Self.bodyBlockBytes)
        }
        return response.body.withUnsafeBytes { body in
            MHD_create_response_from_buffer(
                body.count, UnsafeMutableRawPointer(mutating: body.baseAddress), .RESPMEM_MUST_COPY)
        }
    }

    private func prepare(_ source: ContentSource, length: UInt64, blockBytes: Int) -> OpaquePointer? {
        // libmicrohttpd retains the source until it releases the response.
        let held = Unmanaged.passRetained(source).toOpaque()
        let prepared = MHD_create_response_from_callback(length, blockBytes, readContent, held, releaseContent)
        if prepared == nil { releaseContent(held) }
        return prepared
    }
}

/// What libmicrohttpd keeps for a connection.
final class ConnectionContext: Sendable {
    /// The running daemon retains the server.
    unowned let server: HTTPServer
    let certificate: ServerCertificate?

    init(server: HTTPServer, certificate: ServerCertificate?) {
        self.server = server
        self.certificate = certificate
    }
}

private func appendHeader(
    context: UnsafeMutableRawPointer?, kind: MHD_ValueKind, name: UnsafePointer<CChar>?, value: UnsafePointer<CChar>?
) -> MHD_Result {
    if let context, let name {
        context.assumingMemoryBound(to: HTTPHeaders.self).pointee
            .append(String(cString: name), value.map { String(cString: $0) } ?? "")
    }
    return .YES
}

/// The target of a request. It is valid only in libmicrohttpd's memory.
struct HeadLocation {
    let start: UnsafePointer<CChar>?
    let size: Int

    init(_ target: UnsafePointer<CChar>?) {
        start = target
        size = target.map { strlen($0) } ?? 0
    }
}

/// The parts of a request line, in libmicrohttpd's memory.
struct HeadLine {
    let method: UnsafePointer<CChar>
    let target: HeadLocation
    let version: UnsafePointer<CChar>?
}

/// A source of body bytes for libmicrohttpd.
private final class ContentSource {
    /// Copies the bytes of the body from a position on to a buffer.
    ///
    /// - Returns: the result for the content reader.
    let read: (UInt64, UnsafeMutableRawBufferPointer) -> Int

    init(_ read: @escaping (_ position: UInt64, _ buffer: UnsafeMutableRawBufferPointer) -> Int) {
        self.read = read
    }
}

/// https://www.gnu.org/software/libmicrohttpd/manual/html_node/microhttpd_002dresponse-create.html
private func readContent(
    context: UnsafeMutableRawPointer?, position: UInt64, buffer: UnsafeMutablePointer<CChar>?, size: Int
) -> Int {
    guard let context, let buffer else { return HTTPStreamWriter.endWithError }
    let source = Unmanaged<ContentSource>.fromOpaque(context).takeUnretainedValue()
    return source.read(position, UnsafeMutableRawBufferPointer(start: buffer, count: size))
}

private func releaseContent(_ context: UnsafeMutableRawPointer?) {
    if let context { Unmanaged<ContentSource>.fromOpaque(context).release() }
}

private func refuseToRead(
    context: UnsafeMutableRawPointer?, position: UInt64, buffer: UnsafeMutablePointer<CChar>?, size: Int
) -> Int {
    HTTPStreamWriter.endWithError
}
