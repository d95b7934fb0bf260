import CMicroHTTPD

/// A connection of libmicrohttpd, valid from the first callback for it until the last.
///
/// Manual: https://www.gnu.org/software/libmicrohttpd/manual/libmicrohttpd.html
///
/// `@unchecked Sendable`: the only call made from another thread than the connection's own is `resume`, which
/// libmicrohttpd allows from any thread while the connection is suspended.
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

    /// The socket; belongs to libmicrohttpd.
    var socket: CInt { MHD_connection_socket(pointer) }

    /// The buffer that libmicrohttpd keeps for each response with a content reader, which it hardly uses: it reads into
    /// the memory of the connection.
    private static let streamBlockBytes = 512

    /// Takes the connection out of the event loop. Only from the access handler and the content reader.
    func suspend() {
        MHD_suspend_connection(pointer)
    }

    /// Puts a suspended connection back; they are then called again.
    func resume() {
        MHD_resume_connection(pointer)
    }

    /// Hands a response to libmicrohttpd, which copies it. Only from the access handler.
    ///
    /// - Returns: what the access handler has to return; `NO` closes the connection.
    func send(_ response: HTTPResponse, _ exchange: Exchange, method: HTTPMethod) -> MHD_Result {
        guard let prepared = prepare(response, exchange.stream?.writer, method: method) else { return .NO }
        defer { MHD_destroy_response(prepared) }
        for field in response.headers.fields {
            // Content-Length is the server's own; the others would break the framing or the one id of the request.
            guard !["content-length", "transfer-encoding", "x-request-id", "date"].contains(field.name.lowercased())
            else { continue }
            _ = MHD_add_response_header(prepared, field.name, field.value)
        }
        _ = MHD_add_response_header(prepared, "X-Request-ID", exchange.id)
        return MHD_queue_response(pointer, UInt32(response.status.rawValue), prepared)
    }

    private func prepare(
        _ response: HTTPResponse, _ stream: HTTPStreamWriter?, method: HTTPMethod
    ) -> OpaquePointer? {
        if let stream {
            // Held until libmicrohttpd lets the response go.
            let source = Unmanaged.passRetained(StreamSource(writer: stream, connection: self)).toOpaque()
            let prepared = MHD_create_response_from_callback(
                UInt64.max, Self.streamBlockBytes, readStream, source, releaseStream)
            if prepared == nil { releaseStream(source) }
            return prepared
        }
        if response.status.forbidsBody {
            return MHD_create_response_from_buffer(0, nil, .RESPMEM_PERSISTENT)
        }
        if method == .head {
            // A response of this length that is never read: libmicrohttpd sends no body in answer to HEAD.
            let known = response.stream == nil ? UInt64(response.body.count) : UInt64.max
            let length = response.headers["Content-Length"].flatMap(UInt64.init) ?? known
            return MHD_create_response_from_callback(length, 1024, refuseToRead, nil, nil)
        }
        return response.body.withUnsafeBytes { body in
            MHD_create_response_from_buffer(
                body.count, UnsafeMutableRawPointer(mutating: body.baseAddress), .RESPMEM_MUST_COPY)
        }
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

/// What the content reader of a stream knows.
private final class StreamSource {
    let writer: HTTPStreamWriter
    let connection: Connection

    init(writer: HTTPStreamWriter, connection: Connection) {
        self.writer = writer
        self.connection = connection
    }
}

/// https://www.gnu.org/software/libmicrohttpd/manual/html_node/microhttpd_002dresponse-create.html
private func readStream(
    context: UnsafeMutableRawPointer?, position: UInt64, buffer: UnsafeMutablePointer<CChar>?, size: Int
) -> Int {
    guard let context, let buffer else { return HTTPStreamWriter.endWithError }
    let source = Unmanaged<StreamSource>.fromOpaque(context).takeUnretainedValue()
    return source.writer.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: size), source.connection)
}

private func releaseStream(_ context: UnsafeMutableRawPointer?) {
    if let context { Unmanaged<StreamSource>.fromOpaque(context).release() }
}

private func refuseToRead(
    context: UnsafeMutableRawPointer?, position: UInt64, buffer: UnsafeMutablePointer<CChar>?, size: Int
) -> Int {
    HTTPStreamWriter.endWithError
}
