/// How the body of a request is coded (RFC 9110, section 8.4).
enum ContentCoding {
    case identity
    case gzip

    /// - Returns: `nil` for a coding, or several, that the server does not know.
    init?(_ headers: HTTPHeaders) {
        let codings = headers.values("Content-Encoding").flatMap { $0.split(separator: ",") }
            .map { $0.trimming(while: { $0 == " " || $0 == "\t" }).lowercased() }
            .filter { !$0.isEmpty && $0 != "identity" }
        switch codings {
        case []: self = .identity
        // A recipient should take the two for the same.
        case ["gzip"], ["x-gzip"]: self = .gzip
        default: return nil
        }
    }
}

extension StringProtocol {
    fileprivate func trimming(while isTrimmed: (Character) -> Bool) -> SubSequence {
        var rest = self[...]
        while let last = rest.last, isTrimmed(last) { rest.removeLast() }
        return rest.drop(while: isTrimmed)
    }
}
