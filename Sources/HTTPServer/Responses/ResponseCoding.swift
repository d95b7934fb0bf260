import Compression
import Dispatch

/// Selects the content coding of a response, and omits a body that the client already has.
///
/// The attack BREACH reads secrets from the length of compressed responses. It needs a browser that
/// adds a victim's credentials to requests that the attacker makes. It also needs text of the
/// attacker in the same response as the secret. The application refuses a cookie that comes with a
/// request of another site's page, so an attacker cannot make such requests. A response that has a
/// token has no text of the request beside it, except the name that the client chose for the token.
extension HTTPResponse {
    /// The shortest body that is compressed. A shorter body fits into one packet uncompressed.
    /// 1,024 bytes.
    static let compressedBytesMin = 1_024

    /// The shortest body that is compressed on a thread of Dispatch, because the cooperative
    /// threads are few. Compressing a shorter body takes less than a millisecond. 128 KiB.
    static let inlineCompressionBytesMax = 128 << 10

    /// The suffix of the entity tag of a compressed body. The tag stays strong, because libdeflate
    /// produces equal bytes from equal bytes. The two codings of one body have different tags (RFC
    /// 9110, section 8.8.3.3).
    static let gzipTagSuffix = "-gzip"

    /// The media types that are compressed. Server-sent events are excluded, because the compressor
    /// would delay them.
    static let compressibleTypes: Set<String> = [
        "application/json", "application/x-ndjson", "text/csv", "text/plain",
        "text/html", "text/css", "text/javascript", "image/svg+xml",
    ]

    /// Returns the response that `If-None-Match` and `Accept-Encoding` select. It is a response
    /// with status 304, a compressed response, or this response. Each coding has its own `ETag`.
    /// Streams are unchanged. So are bodies that already have a coding, except that the client may
    /// have them already.
    ///
    /// - Throws: `GzipError` if a kept body cannot be decompressed.
    func selected(for request: HTTPRequest) async throws(GzipError) -> HTTPResponse {
        guard stream == nil, !status.forbidsBody else { return self }
        var selected = self
        selected.keptBody = nil
        let isCompressed = selected.select(for: request, bodyBytes: keptBody?.bodyBytes ?? body.count)
        if let known = selected.notModified(for: request) { return known }
        if isCompressed, let keptBody, keptBody.isCompressed {
            selected.body = keptBody.bytes
            selected.headers["Content-Encoding"] = "gzip"
            return selected
        }
        if body.isEmpty, let keptBody { selected.body = try await keptBody.body() }
        guard isCompressed else { return selected }
        let start = ContinuousClock.now
        guard let compressed = await Self.compressed(selected.body) else {
            selected.headers["ETag"] = headers["ETag"]
            return selected
        }
        selected.body = compressed
        selected.headers["Content-Encoding"] = "gzip"
        selected.timings.append(ServerTiming("gzip", ContinuousClock.now - start))
        return selected
    }

    /// Returns the response with status 304 to GET or HEAD if the client already has the body that
    /// it would get, else nil. For a handler that remembers the response without its body.
    ///
    /// - Parameter bodyBytes: the length of the body.
    public func notModified(for request: HTTPRequest, bodyBytes: Int) -> HTTPResponse? {
        var selected = self
        _ = selected.select(for: request, bodyBytes: bodyBytes)
        return selected.notModified(for: request)
    }

    /// Selects the content coding, and sets the header fields that depend on it.
    ///
    /// - Returns: true if the body must be compressed.
    private mutating func select(for request: HTTPRequest, bodyBytes: Int) -> Bool {
        guard isCompressible else { return false }
        let isCompressed = Self.mustCompress(bodyBytes, for: request)
        describeCoding(isCompressed: isCompressed)
        return isCompressed
    }

    /// Returns true if a body that can be compressed must be, because of its length and
    /// `Accept-Encoding`.
    static func mustCompress(_ bodyBytes: Int, for request: HTTPRequest) -> Bool {
        let accepted = request.acceptedCodings
        let isLong = bodyBytes >= compressedBytesMin || !(accepted.allowsIdentity || bodyBytes == 0)
        return accepted.prefersGzip && isLong
    }

    /// Sets the header fields that depend on the content coding, except `Content-Encoding`.
    mutating func describeCoding(isCompressed: Bool) {
        headers.vary("Accept-Encoding")
        guard isCompressed, let tag = headers["ETag"] else { return }
        headers["ETag"] = tag.dropLast() + Self.gzipTagSuffix + "\""
    }

    /// True if the body may be compressed: it is text and has no coding.
    var isCompressible: Bool {
        guard headers["Content-Encoding"] == nil, let type = headers["Content-Type"]?.split(separator: ";").first else {
            return false
        }
        if Self.compressibleTypes.contains(String(type)) { return true }
        let name = type.filter { $0 != " " && $0 != "\t" }.lowercased()
        // RFC 6839, section 3.1
        return Self.compressibleTypes.contains(name) || name.hasSuffix("+json")
    }

    private static func compressed(_ body: [UInt8]) async -> [UInt8]? {
        guard body.count >= inlineCompressionBytesMax else { return GzipEncoder.compress(body) }
        return await DispatchQueue.global().run { GzipEncoder.compress(body) }
    }
}

extension HTTPHeaders {
    /// Adds the name of a request's field to `Vary`, because the response depends on that field.
    public mutating func vary(_ name: String) {
        let fields = values("Vary")
        for field in fields {
            for named in field.utf8.split(whereSeparator: { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: " ") }) {
                let named = String(Substring(named))
                if HTTPHeaders.areEqual(named, name) || named == "*" { return }
            }
        }
        self["Vary"] = (fields + [name]).joined(separator: ", ")
    }
}
