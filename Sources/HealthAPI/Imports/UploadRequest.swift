import Foundation
import HTTPServer
import HealthCore
import HealthDatabase

/// The headers of an upload's request. They describe the body, which is a file or a part of one.
struct UploadRequest: Sendable {
    var range: ContentRange?
    var digests: DigestHeaders
    /// Bytes of the body. Nil if the client does not send a length, or if the body has a content
    /// coding.
    var count: Int64?

    init(_ request: HTTPRequest) throws(APIError) {
        range = try ContentRange(request)
        digests = try DigestHeaders(request)
        let coding = request.headers["Content-Encoding"]?.lowercased() ?? "identity"
        let isEncoded = coding != "identity"
        guard !isEncoded || (range == nil && digests.content == nil && digests.representation == nil) else {
            throw APIError(
                .encodedPiece, "a piece of a file, or a file with a digest, has no Content-Encoding",
                key: "header", "Content-Encoding", hint: "send export.zip as it is")
        }
        count = range?.count ?? (isEncoded ? nil : request.headers["Content-Length"].flatMap { Int64($0) })
        guard count != 0 else { throw UploadRequest.empty }
    }

    static let empty = APIError(
        .emptyUpload, "the request carries no file", hint: "send export.zip or export.xml as body")

    /// Bytes of the whole file. Nil while unknown.
    var total: Int64? { range == nil ? count : range?.total }
    var first: Int64 { range?.first ?? 0 }

    /// Longest name of a file, in UTF-8 bytes.
    static let fileNameBytesMax = 255
    /// The file name if the client sends none.
    static let fileNameDefault = "upload"

    /// Checks the name of a file. The name is for messages and is never used as a path.
    ///
    /// - Throws: `ParameterError`.
    static func fileName(_ text: String?) throws(ParameterError) -> String {
        guard let text else { return fileNameDefault }
        let name = text.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? ""
        guard !name.isEmpty, name.unicodeScalars.allSatisfy({ $0.value >= 0x20 && !(0x7f...0x9f).contains($0.value) })
        else {
            throw ParameterError(
                .malformed, "fileName", "fileName must be the name of a file, without control characters")
        }
        guard name.utf8.count <= fileNameBytesMax else {
            throw ParameterError(
                .outOfRange, "fileName", "fileName must be at most \(fileNameBytesMax) bytes long")
        }
        return name
    }
}
