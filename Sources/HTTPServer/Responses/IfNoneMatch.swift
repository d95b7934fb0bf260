/// The entity tags in `If-None-Match`, which name the versions that a client has (RFC 9110, section
/// 13.1.2).
enum IfNoneMatch: Hashable {
    /// Any version.
    case any
    /// The texts between the quotes of strong and weak tags.
    case tags([String])

    /// Parses the fields. Ignores the rest of a field after a malformed tag.
    init(_ headers: HTTPHeaders) {
        var tags: [String] = []
        for field in headers.values("If-None-Match") {
            var rest = field.utf8[...]
            if rest.first != UInt8(ascii: "\""), field.filter({ $0 != " " && $0 != "\t" }) == "*" {
                self = .any
                return
            }
            while true {
                rest = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: ",") }
                if rest.starts(with: "W/".utf8) { rest = rest.dropFirst(2) }
                // A tag may contain a comma and has no escapes.
                guard rest.first == UInt8(ascii: "\""),
                    let end = rest.dropFirst().firstIndex(of: UInt8(ascii: "\""))
                else { break }
                tags.append(String(Substring(rest[..<end].dropFirst())))
                rest = rest[end...].dropFirst()
            }
        }
        self = .tags(tags)
    }

    /// Returns true if the field names the tag. Compares weakly, as RFC 9110 requires for this
    /// field.
    ///
    /// - Parameter tag: the value of `ETag`.
    func contain(_ tag: String) -> Bool {
        switch self {
        case .any: return true
        case .tags(let tags):
            let quoted = tag.utf8.starts(with: "W/".utf8) ? tag.utf8.dropFirst(2) : tag.utf8[...]
            let text = quoted.dropFirst().dropLast()
            return tags.contains { $0.utf8.elementsEqual(text) }
        }
    }
}

extension HTTPResponse {
    /// Returns a response with status 304 if the client already has this response according to its
    /// `ETag`, else nil. Returns nil unless this is a 200 response to GET or HEAD.
    func notModified(for request: HTTPRequest) -> HTTPResponse? {
        guard status == .ok, request.method == .get || request.method == .head, let tag = headers["ETag"],
            IfNoneMatch(request.headers).contain(tag)
        else { return nil }
        return notModified
    }

    /// The response with status 304 to a client that has this response.
    fileprivate var notModified: HTTPResponse {
        var response = HTTPResponse(status: .notModified, headers: headers)
        // These fields describe the body. The client has stored them with the body.
        for name in ["Content-Type", "Content-Length", "Content-Encoding"] { response.headers[name] = nil }
        response.timings = timings
        response.rowCount = rowCount
        return response
    }
}
