/// Builds JSON text byte by byte; the caller sees to brackets and commas.
struct JSONText {
    var bytes: [UInt8] = []

    private static let hexDigits = Array("0123456789abcdef".utf8)

    mutating func raw(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    mutating func string(_ text: String) {
        string(Array(text.utf8)[...])
    }

    /// `utf8` must be valid; the XML reader sees to that.
    mutating func string(_ utf8: ArraySlice<UInt8>) {
        bytes.append(UInt8(ascii: "\""))
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0..<0x20:
                bytes.append(contentsOf: "\\u00".utf8)
                bytes.append(JSONText.hexDigits[Int(byte >> 4)])
                bytes.append(JSONText.hexDigits[Int(byte & 15)])
            default:
                bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
