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

    /// The suffix of the entity tag of a compressed body. The tag stays strong, because zlib
    /// produces equal bytes from equal bytes. The two codings of one body have different tags (RFC
    /// 9110, section 8.8.3.3).
    static let gzipTagSuffix = "-gzip"

    /// The media types that are compressed. Server-sent events are excluded, because the compressor
    /// would delay them.
    static let compressibleTypes: Set<String> = [
        "application/json", "application/x-ndjson", "application/problem+json", "text/csv", "text/plain",
        "text/html", "text/css", "text/javascript", "image/svg+xml",
    ]

    /// Returns the response that `If-None-Match` and `Accept-Encoding` select. It is a response
    /// with status 304, a compressed response, or this response. Each coding has its own `ETag`.
    /// Streams are unchanged. So are bodies that already have a coding, except that the client may
    /// have them already.
    func selected(for request: HTTPRequest) async -> HTTPResponse {
        guard stream == nil, !status.forbidsBody else { return self }
        guard isCompressible, headers["Content-Encoding"] == nil else { return notModified(for: request) ?? self }
        var response = self
        response.headers.vary("Accept-Encoding")
        let accepted = request.acceptedCodings
        let isLong = body.count >= Self.compressedBytesMin || !(accepted.allowsIdentity || body.isEmpty)
        guard accepted.prefersGzip, isLong else { return response.notModified(for: request) ?? response }
        var coded = response
        if let tag = headers["ETag"] { coded.headers["ETag"] = tag.dropLast() + Self.gzipTagSuffix + "\"" }
        if let known = coded.notModified(for: request) { return known }
        let start = ContinuousClock.now
        guard let compressed = await Self.compressed(body) else { return response }
        coded.body = compressed
        coded.headers["Content-Encoding"] = "gzip"
        coded.timings.append(ServerTiming("gzip", ContinuousClock.now - start))
        return coded
    }

    private var isCompressible: Bool {
        guard let type = headers["Content-Type"]?.split(separator: ";").first else { return false }
        return Self.compressibleTypes.contains(type.filter { $0 != " " && $0 != "\t" }.lowercased())
    }

    private static func compressed(_ body: [UInt8]) async -> [UInt8]? {
        guard body.count >= inlineCompressionBytesMax else { return GzipEncoder.compress(body) }
        return await withCheckedContinuation { done in
            DispatchQueue.global().async { done.resume(returning: GzipEncoder.compress(body)) }
        }
    }
}

extension HTTPHeaders {
    /// Adds the name of a request's field to `Vary`, because the response depends on that field.
    public mutating func vary(_ name: String) {
        let named = values("Vary").flatMap { $0.split(separator: ",") }.map { $0.filter { $0 != " " }.lowercased() }
        guard !named.contains(name.lowercased()), !named.contains("*") else { return }
        self["Vary"] = (values("Vary") + [name]).joined(separator: ", ")
    }
}
