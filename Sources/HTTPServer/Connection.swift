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

    /// Takes the connection out of the event loop. Only from the access handler.
    func suspend() {
        MHD_suspend_connection(pointer)
    }

    /// Puts a suspended connection back; the access handler is then called again.
    func resume() {
        MHD_resume_connection(pointer)
    }

    /// Hands a response to libmicrohttpd, which copies it. Only from the access handler.
    ///
    /// - Returns: what the access handler has to return; `NO` closes the connection.
    func send(_ response: HTTPResponse, method: HTTPMethod, requestID: String) -> MHD_Result {
        guard let prepared = prepare(response, method: method) else { return .NO }
        defer { MHD_destroy_response(prepared) }
        for field in response.headers.fields {
            // Content-Length is the server's own; the others would break the framing or the one id of the request.
            guard !["content-length", "transfer-encoding", "x-request-id", "date"].contains(field.name.lowercased())
            else { continue }
            _ = MHD_add_response_header(prepared, field.name, field.value)
        }
        _ = MHD_add_response_header(prepared, "X-Request-ID", requestID)
        return MHD_queue_response(pointer, UInt32(response.status.rawValue), prepared)
    }

    private func prepare(_ response: HTTPResponse, method: HTTPMethod) -> OpaquePointer? {
        if response.status.forbidsBody {
            return MHD_create_response_from_buffer(0, nil, .RESPMEM_PERSISTENT)
        }
        if method == .head {
            // A response of this length that is never read: libmicrohttpd sends no body in answer to HEAD.
            let length = response.headers["Content-Length"].flatMap(UInt64.init) ?? UInt64(response.body.count)
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

private func refuseToRead(
    context: UnsafeMutableRawPointer?, position: UInt64, buffer: UnsafeMutablePointer<CChar>?, size: Int
) -> Int {
    // MHD_CONTENT_READER_END_WITH_ERROR, a macro that Swift does not import.
    -2
}
