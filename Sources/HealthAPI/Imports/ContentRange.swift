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
        // At most 18 digits, so that sums do not overflow.
        let form = #/(?i: *bytes +)([0-9]{1,18})-([0-9]{1,18})/([0-9]{1,18}|[*]) */#
        guard let (_, first, last, total) = text.wholeMatch(of: form)?.output, let first = Int64(first),
            let last = Int64(last), first <= last
        else { return nil }
        self.first = first
        self.last = last
        self.total = Int64(total)
        if let total = self.total, last >= total { return nil }
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
