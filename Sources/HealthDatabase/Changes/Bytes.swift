import Foundation

extension [UInt8] {
    /// base64url with padding (RFC 4648).
    var base64URL: String {
        Data(self).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
    }

    /// base64url without padding.
    public var unpaddedBase64URL: String { base64URL.replacing("=", with: "") }

    /// Returns nil for any text that is not the `base64URL` of bytes.
    init?(base64URL text: String) {
        let base64 = text.replacing("-", with: "+").replacing("_", with: "/")
        guard let data = Data(base64Encoded: base64) else { return nil }
        self.init(data)
        guard base64URL == text else { return nil }
    }

    /// Returns nil for any text that is not the `unpaddedBase64URL` of bytes.
    public init?(unpaddedBase64URL text: String) {
        guard !text.hasSuffix("=") else { return nil }
        self.init(base64URL: text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4))
    }

    /// Appends the bytes of the number, the most significant first.
    mutating func append(bigEndian number: some FixedWidthInteger) {
        for shift in stride(from: number.bitWidth - 8, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }
}

extension Int64 {
    init(bigEndian bytes: ArraySlice<UInt8>) {
        self.init(bitPattern: bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
}

extension UUID {
    /// The 16 bytes, the first one first.
    var bytes: [UInt8] {
        [
            uuid.0, uuid.1, uuid.2, uuid.3, uuid.4, uuid.5, uuid.6, uuid.7, uuid.8, uuid.9, uuid.10, uuid.11, uuid.12,
            uuid.13, uuid.14, uuid.15,
        ]
    }

    init(bytes: ArraySlice<UInt8>) {
        let id = Array(bytes)
        self.init(
            uuid: (
                id[0], id[1], id[2], id[3], id[4], id[5], id[6], id[7], id[8], id[9], id[10], id[11], id[12], id[13],
                id[14], id[15]
            ))
    }
}
