import HTTPServer

/// The byte range of an upload's request in the whole file: `Content-Range: bytes 0-99/200`. The
/// total is `*` while it is unknown.
///
/// https://www.rfc-editor.org/rfc/rfc9110#section-14.4 defines the field. Section 14.5 allows it
/// for uploads.
struct ContentRange: Sendable, Hashable {
    static let header = "Content-Range"

    var first: Int64
    var last: Int64
    /// Bytes of the whole file. Nil for `*`.
    var total: Int64?

    /// Bytes of this request's part of the file.
    var count: Int64 { last - first + 1 }

    /// Returns nil if the text is not a range.
    init?(_ text: String) {
        let words = text.split(separator: " ", omittingEmptySubsequences: true)
        guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
        let parts = words[1].split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = ContentRange.number(ends[0]), let last = ContentRange.number(ends[1]),
            first <= last
        else { return nil }
        self.first = first
        self.last = last
        if parts[1] != "*" {
            guard let total = ContentRange.number(parts[1]), last < total else { return nil }
            self.total = total
        }
    }

    /// Parses at most 18 decimal digits, so that sums do not overflow.
    private static func number(_ text: Substring) -> Int64? {
        guard (1...18).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int64(text)
    }

    /// Reads the range of a request. Returns nil if the request has none.
    ///
    /// - Throws: `APIError` (400).
    init?(_ request: HTTPRequest) throws(APIError) {
        let values = request.headers.values(ContentRange.header)
        guard let value = values.first else { return nil }
        guard values.count == 1, let range = ContentRange(value) else {
            throw APIError(
                .malformedContentRange,
                "Content-Range must be given once, as bytes FIRST-LAST/TOTAL, or with * for a total that is not known yet",
                key: "header", ContentRange.header)
        }
        if let length = request.headers["Content-Length"].flatMap({ Int64($0) }), length != range.count {
            throw APIError(
                .malformedContentRange, "Content-Range and Content-Length differ",
                key: "header", ContentRange.header)
        }
        self = range
    }
}
