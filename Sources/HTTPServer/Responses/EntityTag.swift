/// What a client already has, by `If-None-Match` (RFC 9110, section 13.1.2).
enum KnownTags: Hashable {
    /// Whatever there is.
    case any
    /// The texts between the quotes, of strong and weak tags alike.
    case tags(Set<String>)

    /// Reads the fields; what cannot be read in one is left out, together with what follows it there.
    init(_ headers: HTTPHeaders) {
        var tags: Set<String> = []
        for field in headers.values("If-None-Match") {
            var rest = Array(field.utf8)[...]
            if rest.filter({ $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }) == Array("*".utf8) {
                self = .any
                return
            }
            while true {
                rest = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: ",") }
                if rest.starts(with: "W/".utf8) { rest = rest.dropFirst(2) }
                // A tag may hold a comma, and knows no escapes.
                guard rest.first == UInt8(ascii: "\""),
                    let end = rest.dropFirst().firstIndex(of: UInt8(ascii: "\""))
                else { break }
                tags.insert(String(decoding: rest[(rest.startIndex + 1)..<end], as: UTF8.self))
                rest = rest[(end + 1)...]
            }
        }
        self = .tags(tags)
    }

    /// Weak comparison, as it is meant for this field.
    ///
    /// - Parameter tag: as it stands in `ETag`.
    func contain(_ tag: String) -> Bool {
        switch self {
        case .any: return true
        case .tags(let tags):
            let quoted = tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...]
            return tags.contains(String(quoted.dropFirst().dropLast()))
        }
    }
}

extension HTTPResponse {
    /// 304 where the client already has this answer by its `ETag`, else nil. Only for GET and HEAD and answers that are 200.
    func notModified(for request: HTTPRequest) -> HTTPResponse? {
        guard status == .ok, request.method == .get || request.method == .head, let tag = headers["ETag"],
            KnownTags(request.headers).contain(tag)
        else { return nil }
        var response = HTTPResponse(status: .notModified, headers: headers)
        // They speak of the body, which the client has with its fields.
        for name in ["Content-Type", "Content-Length", "Content-Encoding"] { response.headers[name] = nil }
        response.timings = timings
        return response
    }
}
