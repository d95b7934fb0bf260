import CCurl

/// Sends GET requests with [libcurl](https://curl.se/libcurl/c/).
///
/// It follows no redirections, because a redirection could send the caller's header fields to
/// another server. Any thread may use a client.
public struct HTTPClient: Sendable {
    private let authorityFile: String?
    private let usesProxy: Bool
    private let seconds: Int
    private let bytesMax: Int

    /// The time in which a connection must be open, in seconds.
    public static let connectSeconds = 10

    /// A response.
    public struct Response: Sendable {
        public var status: Int
        /// The body without its content encoding.
        public var body: [UInt8]
    }

    /// - Parameters:
    ///   - authorityFile: a file with the certificates of trusted authorities (PEM), or nil for the
    ///     authorities of the system.
    ///   - usesProxy: true to use the proxy that the environment names, such as `https_proxy`.
    ///   - seconds: the longest time of a request.
    ///   - bytesMax: the longest body of a response, without its content encoding.
    public init(authorityFile: String? = nil, usesProxy: Bool, seconds: Int, bytesMax: Int) {
        self.authorityFile = authorityFile
        self.usesProxy = usesProxy
        self.seconds = seconds
        self.bytesMax = bytesMax
    }

    /// Sends a request and waits for the whole response. It blocks its thread.
    ///
    /// - Parameters:
    ///   - url: an absolute URL of `http` or `https`.
    ///   - headers: lines such as `Accept: text/csv`, without control characters.
    ///   - isCancelled: called about once a second, and when data arrive. True ends the request.
    /// - Throws: `HTTPClientError`.
    public func get(
        _ url: String, headers: [String], isCancelled: @escaping @Sendable () -> Bool
    ) throws(HTTPClientError) -> Response {
        guard let handle = curl_easy_init() else { throw HTTPClientError(.failed, "out of memory") }
        defer { curl_easy_cleanup(handle) }
        var list: UnsafeMutablePointer<curl_slist>?
        defer { curl_slist_free_all(list) }
        for header in headers {
            guard let longer = curl_slist_append(list, header) else { throw HTTPClientError(.failed, "out of memory") }
            list = longer
        }
        let transfer = Transfer(bytesMax: bytesMax, isCancelled: isCancelled)
        var message = [CChar](repeating: 0, count: Int(CURL_ERROR_SIZE))
        let code = withExtendedLifetime(transfer) {
            curl_get(
                handle, url, list, authorityFile, usesProxy, HTTPClient.connectSeconds, seconds, Transfer.write,
                Transfer.progress, Unmanaged.passUnretained(transfer).toOpaque(), &message)
        }
        guard code == CURLE_OK else {
            guard !transfer.isTooLarge else {
                throw HTTPClientError(.tooLarge, "the response has more than \(bytesMax) bytes")
            }
            let detail = String(decoding: message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            throw HTTPClientError(
                HTTPClientError.Code(code), detail.isEmpty ? String(cString: curl_easy_strerror(code)) : detail)
        }
        return Response(status: Int(curl_status(handle)), body: transfer.body)
    }
}

/// The body of a response while it arrives. Only the thread that sends the request uses it.
private final class Transfer {
    private(set) var body: [UInt8] = []
    private(set) var isTooLarge = false
    private let bytesMax: Int
    private let isCancelled: () -> Bool

    init(bytesMax: Int, isCancelled: @escaping () -> Bool) {
        self.bytesMax = bytesMax
        self.isCancelled = isCancelled
    }

    private func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count <= bytesMax - body.count else {
            isTooLarge = true
            return false
        }
        body.append(contentsOf: bytes)
        return true
    }

    /// Appends a part of the body. A result other than the number of bytes ends the request.
    static let write: curl_write_callback = { data, size, count, context in
        guard let context, let data else { return 0 }
        let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
        let bytes = UnsafeRawBufferPointer(start: data, count: size * count)
        return transfer.append(bytes) ? bytes.count : 0
    }

    /// A result other than 0 ends the request.
    static let progress: curl_xferinfo_callback = { context, _, _, _, _ in
        guard let context else { return 1 }
        return Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue().isCancelled() ? 1 : 0
    }
}
