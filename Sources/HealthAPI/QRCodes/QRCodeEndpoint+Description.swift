import HTTPServer
import QRCodes

extension Endpoint {
    static let postQRCode = Endpoint(
        method: .post, template: "/v1/qr-codes", summary: "The QR code of a text",
        notes: """
            For the address and the token that connect an app. The text is neither stored nor logged. The rows have no \
            quiet zone, so leave \(QRCode.quietZone) light modules on each side.
            """,
        tag: .access,
        body: Body(
            contents: [
                .json(
                    .component(
                        Component(
                            name: "QRCodeText",
                            schema: .object(required: [
                                "text": Schema.string(pattern: "^[^\\u0000]+$", maxLength: QRCode.textBytesMax)
                                    .described("At most \(QRCode.textBytesMax) bytes in UTF-8.")
                            ]), isSent: true)), example: #"{"text": "https://health.example/"}"#)
            ], bytesMax: HealthService.qrCodeBodyBytesMax),
        answers: [
            .ok(
                "The modules of the code.",
                .json(
                    .named(
                        "QRCode",
                        .object(required: [
                            "size": Schema.integer(21...177).described("The number of modules of each side."),
                            "rows": Schema.array(of: .string(pattern: "^[01]+$"))
                                .described("One text for each row; 1 is dark, 0 is light."),
                        ]))))
        ], errors: [.malformedJSON, .missingField, .malformedField, .outOfRange], writes: false,
        handler: HealthService.postQRCode)
}
