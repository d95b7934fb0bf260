import HTTPServer
import JSONReader
import QRCodes

extension HealthService {
    /// The maximum length of the body of `POST /v1/qr-codes`, in bytes. JSON may write each byte of
    /// the text with six characters.
    static let qrCodeBodyBytesMax = 16_384

    /// `POST /v1/qr-codes`: `{"text": TEXT}`. Answers the modules of the QR code of the text. The
    /// text may be a secret, so nothing of it is logged or repeated in an error.
    @Sendable func postQRCode(_ request: HTTPRequest) async throws -> HTTPResponse {
        let presented = try presentedCredential(of: request)
        _ = try QueryParameters(request, of: .postQRCode)
        _ = try await caller(of: presented)
        let code = try JSONParser(bytesMax: HealthService.qrCodeBodyBytesMax)
            .parse(try await request.decodedBody(), HealthService.qrCode)
        var response = HTTPResponse(json: code.json)
        response.headers["Cache-Control"] = "no-store"
        return response
    }

    private static func qrCode(_ body: JSONValue) throws -> QRCode {
        guard let value = try BodyReader.members(body, "", known: ["text"])["text"] else {
            throw BodyReader.missing("text")
        }
        guard let text = value.string, !text.isEmpty, !text.utf8.contains(0) else {
            throw BodyReader.malformed("text", "text must be a text of at least one character, without U+0000")
        }
        guard let code = QRCode(text) else {
            throw BodyReader.error(
                .outOfRange, "text",
                "text has \(text.utf8.count) bytes in UTF-8; a QR code holds at most \(QRCode.textBytesMax)",
                hint: "send a shorter text")
        }
        return code
    }
}

extension QRCode {
    fileprivate var json: JSONWriter {
        var writer = JSONWriter(capacity: 64 + width * (width + 3))
        writer.object { writer in
            writer.member("size", width)
            writer.member(
                "rows",
                (0..<width).map { row in
                    (0..<width).map { isDark(column: $0, row: row) ? "1" : "0" }.joined()
                })
        }
        return writer
    }
}
