/// The content coding of a request's body (RFC 9110, section 8.4).
enum ContentCoding {
    case identity
    case gzip

    /// - Returns: nil if the field names an unknown coding or several codings.
    init?(_ headers: HTTPHeaders) {
        let codings = headers.values("Content-Encoding").flatMap { $0.split(separator: ",") }
            .map { $0.trimmed.lowercased() }
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
    /// The text without spaces and tabs at its ends.
    var trimmed: String {
        var rest = self[...].drop { $0 == " " || $0 == "\t" }
        while let last = rest.last, last == " " || last == "\t" { rest.removeLast() }
        return String(rest)
    }
}
