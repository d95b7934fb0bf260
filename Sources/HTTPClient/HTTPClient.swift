import CCurl

/// Sends requests with [libcurl](https://curl.se/libcurl/c/).
///
/// It follows no redirections, because a redirection could send the caller's header fields to
/// another server. Any thread may use a client.
public struct HTTPClient: Sendable {
    private let authorityFile: String?
    private let usesProxy: Bool
    private let seconds: Int
    private let bytesMax: Int
    private let reach: Reach

    /// The time in which a connection must be open, in seconds.
    public static let connectSeconds = 10

    /// A response.
    public struct Response: Sendable {
        public var status: Int
        /// The body without its content encoding.
        public var body: [UInt8]
        /// The seconds of the header `Retry-After`; nil without one.
        public var retryAfterSeconds: Int?
    }

    /// The servers to which a client connects.
    public enum Reach: Sendable {
        /// Every server.
        case everywhere
        /// Servers of `https` at a `PublicAddress`. The address is checked when the connection is
        /// opened, so a name that resolves to another address later is refused, too.
        case publicOnly
    }

    /// - Parameters:
    ///   - authorityFile: a file with the certificates of trusted authorities (PEM), or nil for the
    ///     authorities of the system.
    ///   - usesProxy: true to use the proxy that the environment names, such as `https_proxy`.
    ///   - seconds: the longest time of a request.
    ///   - bytesMax: the longest body of a response, without its content encoding.
    ///   - reach: the servers to which the client connects. With a proxy, the address of the proxy
    ///     counts.
    public init(
        authorityFile: String? = nil, usesProxy: Bool, seconds: Int, bytesMax: Int, reach: Reach = .everywhere
    ) {
        self.authorityFile = authorityFile
        self.usesProxy = usesProxy
        self.seconds = seconds
        self.bytesMax = bytesMax
        self.reach = reach
    }

    /// Sends a request and waits for the whole response. It blocks its thread.
    ///
    /// - Parameters:
    ///   - url: an absolute URL of `http` or `https`.
    ///   - headers: lines such as `Accept: text/csv`, without control characters.
    ///   - body: the body of a POST, which may be empty; nil for a GET.
    ///   - isCancelled: called about once a second, and when data arrive. True ends the request.
    /// - Throws: `HTTPClientError`.
    public func send(
        _ url: String, headers: [String], body: [UInt8]? = nil,
        isCancelled: @escaping @Sendable () -> Bool = { false }
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
        let isLimited = reach == .publicOnly
        let code = withExtendedLifetime(transfer) {
            // An array without elements may have no address, and no address means GET.
            (body.map { $0 + [0] } ?? []).withUnsafeBytes { bytes in
                curl_send(
                    handle, url, isLimited ? "https" : "http,https", list, body == nil ? nil : bytes.baseAddress,
                    body?.count ?? 0, authorityFile, usesProxy, HTTPClient.connectSeconds, seconds, Transfer.write,
                    Transfer.progress, isLimited ? Transfer.openSocket : nil,
                    Unmanaged.passUnretained(transfer).toOpaque(), &message)
            }
        }
        guard code == CURLE_OK else {
            guard !transfer.isTooLarge else {
                throw HTTPClientError(.tooLarge, "the response has more than \(bytesMax) bytes")
            }
            guard !transfer.isRefused else {
                throw HTTPClientError(.notPublic, "the address of the server is not public")
            }
            let detail = String(decoding: message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            throw HTTPClientError(
                HTTPClientError.Code(code), detail.isEmpty ? String(cString: curl_easy_strerror(code)) : detail)
        }
        let retryAfter = Int(curl_retry_after(handle))
        return Response(
            status: Int(curl_status(handle)), body: transfer.body, retryAfterSeconds: retryAfter > 0 ? retryAfter : nil)
    }
}

/// The body of a response while it arrives. Only the thread that sends the request uses it.
private final class Transfer {
    private(set) var body: [UInt8] = []
    private(set) var isTooLarge = false
    /// True if an address was not public.
    private(set) var isRefused = false
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

    private func open(_ address: UnsafePointer<curl_sockaddr>) -> curl_socket_t {
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = curl_address_bytes(address, &bytes)
        guard PublicAddress.isPublic(Array(bytes.prefix(count))) else {
            isRefused = true
            return curl_no_socket()
        }
        return curl_open_socket(address)
    }

    /// Opens the socket of a connection, unless its address is not public. libcurl then tries the
    /// next address of the server.
    static let openSocket: curl_opensocket_callback = { context, _, address in
        guard let context, let address else { return curl_no_socket() }
        return Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue().open(address)
    }

    /// A result other than 0 ends the request.
    static let progress: curl_xferinfo_callback = { context, _, _, _, _ in
        guard let context else { return 1 }
        return Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue().isCancelled() ? 1 : 0
    }
}
