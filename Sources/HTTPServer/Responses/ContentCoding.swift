/// The content coding of a request's body (RFC 9110, section 8.4).
enum ContentCoding {
    case identity
    case gzip

    /// - Returns: nil if the field names an unknown coding or several codings.
    init?(_ headers: HTTPHeaders) {
        let codings = headers.values("Content-Encoding").flatMap { $0.split(separator: ",") }
            .map { $0.trimming(while: { $0 == " " || $0 == "\t" }).lowercased() }
            .filter { !$0.isEmpty && $0 != "identity" }
        switch codings {
        case []: self = .identity
        // Recipients should treat both names alike (RFC 9110, section 8.4.1.3).
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
