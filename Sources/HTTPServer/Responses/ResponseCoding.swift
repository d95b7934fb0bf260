import Compression
import Dispatch

/// How the body of an answer is coded, and whether it is sent at all.
///
/// About BREACH, which reads secrets from the length of compressed answers: it needs a browser that sends a victim's
/// credentials along with requests that the attacker makes, and text of the attacker beside the secret. No browser does so
/// here, as the server's application knows no cookies: a bearer token is put into each request by who has it. Answers
/// hold no token either. An application with cookies would have to think again.
extension HTTPResponse {
    /// Bodies from this length on are compressed: shorter ones fit into one packet as they are. 1,024 bytes.
    static let compressedBytesMin = 1_024

    /// Bodies from this length on are compressed on a thread of their own, as the cooperative threads are few: shorter
    /// ones take less than a millisecond. 128 KiB.
    static let inlineCompressionBytesMax = 128 << 10

    /// What is behind the tag of a body that is sent compressed. The tag stays strong: zlib makes the same bytes of the
    /// same bytes, and the two codings of one body have two tags (RFC 9110, section 8.8.3.3).
    static let gzipTagSuffix = "-gzip"

    /// The media types of text. Server-sent events are not among them: they would wait in the compressor.
    static let compressibleTypes: Set<String> = [
        "application/json", "application/x-ndjson", "application/problem+json", "text/csv", "text/plain",
    ]

    /// This answer as the client wants it by `If-None-Match` and `Accept-Encoding`: 304, compressed or as it is, with an
    /// `ETag` that tells the codings apart. Streams, and bodies with a coding already, are left as they are.
    func selected(for request: HTTPRequest) async -> HTTPResponse {
        guard stream == nil, !status.forbidsBody, headers["Content-Encoding"] == nil else { return self }
        guard isCompressible else { return notModified(for: request) ?? self }
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
    /// Says that the answer depends on this field of the request, too.
    public mutating func vary(_ name: String) {
        let named = values("Vary").flatMap { $0.split(separator: ",") }.map { $0.filter { $0 != " " }.lowercased() }
        guard !named.contains(name.lowercased()), !named.contains("*") else { return }
        self["Vary"] = (values("Vary") + [name]).joined(separator: ", ")
    }
}
