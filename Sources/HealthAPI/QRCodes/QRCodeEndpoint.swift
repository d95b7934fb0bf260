import HTTPServer
import JSON
import QRCodes

extension Endpoint {
    static let postQRCode = Endpoint(
        .post, "/v1/qr-codes", "The QR code of a text",
        notes: """
            For the address and the token that connect an app. The text is neither stored nor logged. The rows have no \
            quiet zone, so leave \(QRCode.quietZone) light modules on each side.
            """,
        tag: .access,
        takes: .json(
            .object(required: [
                "text": Schema.string(pattern: "^[^\\u0000]+$", maxLength: QRCode.textBytesMax)
                    .described("At most \(QRCode.textBytesMax) bytes in UTF-8.")
            ]).sent("QRCodeText"), example: #"{"text": "https://health.example/"}"#, bytesMax: qrCodeBodyBytesMax,
            qrCode),
        gives: .json("The modules of the code."), errors: [.missingField, .outOfRange],
        writes: false
    ) { $0.taken }

    /// JSON may write each byte of the text with six characters.
    static let qrCodeBodyBytesMax = 16_384

    /// The text may be a secret, so no error repeats any of it.
    @Sendable private static func qrCode(_ body: JSONValue) throws -> QRCode {
        let sent = try SentValue(body).object(["text"])["text"]
        guard let text = try sent.required().string, !text.isEmpty, !text.utf8.contains(0) else {
            throw sent.malformed("must be a text of at least one character, without U+0000")
        }
        guard let code = QRCode(text) else {
            throw sent.error(
                .outOfRange, "has \(text.utf8.count) bytes in UTF-8; a QR code holds at most \(QRCode.textBytesMax)",
                hint: "send a shorter text")
        }
        return code
    }
}

extension QRCode: Shaped {
    static let shape = Shape<Self>([
        .member("size", \.width, as: .integer(21...177), "The number of modules of each side."),
        .member(
            "rows", \.rows, as: .array(of: .string(pattern: "^[01]+$")),
            "One text for each row; 1 is dark, 0 is light."),
    ]).named("QRCode")

    private var rows: [String] {
        (0..<width).map { row in
            (0..<width).map { isDark(column: $0, row: row) ? "1" : "0" }.joined()
        }
    }
}
