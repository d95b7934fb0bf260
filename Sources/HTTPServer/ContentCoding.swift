import Compression

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

    /// The request of a head and its body as sent. Computes for a while where the body is large.
    ///
    /// - Throws: why no handler may see it.
    func request(_ head: HTTPRequest, _ encoded: [UInt8], bytesMax: Int) throws(RefusedBody) -> HTTPRequest {
        guard self == .gzip else { return HTTPRequest(head, encodedBody: encoded, body: encoded) }
        do {
            let body = try Gzip.decompress(encoded, bytesMax: bytesMax)
            return HTTPRequest(head, encodedBody: encoded, body: body)
        } catch {
            switch error.code {
            case .tooLarge: throw RefusedBody(failure: .contentTooLarge(bytesMax: bytesMax))
            case .malformed, .truncated: throw RefusedBody(failure: .malformedBody(error.message))
            }
        }
    }
}

/// A body that cannot be decoded.
struct RefusedBody: Error {
    let failure: HTTPFailure
}

extension StringProtocol {
    fileprivate func trimming(while isTrimmed: (Character) -> Bool) -> SubSequence {
        var rest = self[...]
        while let last = rest.last, isTrimmed(last) { rest.removeLast() }
        return rest.drop(while: isTrimmed)
    }
}
