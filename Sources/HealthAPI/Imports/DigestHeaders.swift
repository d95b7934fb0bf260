import Digests
import Foundation
import HTTPServer

/// The digests in the headers of an upload: https://www.rfc-editor.org/rfc/rfc9530
struct DigestHeaders: Sendable, Hashable {
    /// `Content-Digest`: SHA-256 of the body of this request.
    var content: [UInt8]?
    /// `Repr-Digest`: SHA-256 of the whole file.
    var representation: [UInt8]?

    init(_ request: HTTPRequest) throws(APIError) {
        content = try DigestHeaders.sha256("Content-Digest", request)
        representation = try DigestHeaders.sha256("Repr-Digest", request)
    }

    /// Returns the value of `sha-256` in a dictionary of byte sequences. Other algorithms are
    /// ignored.
    private static func sha256(_ name: String, _ request: HTTPRequest) throws(APIError) -> [UInt8]? {
        let members = request.headers.values(name).flatMap { $0.split(separator: ",") }
        guard !members.isEmpty else { return nil }
        var found: [UInt8]?
        for member in members {
            let text = member.filter { $0 != " " && $0 != "\t" }
            guard text.hasPrefix("sha-256=") else { continue }
            let value = text.dropFirst("sha-256=".count)
            guard value.count >= 2, value.first == ":", value.last == ":",
                let data = Data(base64Encoded: String(value.dropFirst().dropLast())), data.count == SHA256.byteCount
            else {
                throw APIError(
                    .malformedDigest, "\(name) must be sha-256=:BASE64:", key: "header", name)
            }
            found = Array(data)
        }
        return found
    }
}
